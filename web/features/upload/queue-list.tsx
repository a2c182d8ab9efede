import type { ReactNode } from 'react'
import { texts } from '#texts/features/upload.ts'
import { formatMegabytes } from '../../lib/bytes.ts'
import { toastError } from '../../lib/toast.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { X } from '../../ui/icons/x.tsx'
import { ChooseFile } from './drop-zone.tsx'
import { refusalOf } from './transfer/check-file.ts'
import { useUploadQueue } from './transfer/upload-queue.ts'
import { isReady, needsItsFile, type QueuedUpload } from './transfer/upload-state.ts'
import { uploader, useNotKept } from './transfer/uploader.ts'

interface Item<T> {
  key: T
  title: string
  /** bytes */
  size: number
  /** why it isn't uploaded, or what to know about it */
  note?: ReactNode
  wayOn?: ReactNode
}

/** Files by their titles, each of which can be removed. Nothing without any. */
export function QueueList<T>({
  heading = texts.queue.title,
  items,
  onRemove,
}: {
  heading?: string
  items: readonly Item<T>[]
  onRemove: (key: T) => void
}) {
  if (items.length === 0) return null
  return (
    <section aria-label={heading}>
      <h2 className="mb-1.5 font-semibold text-sm">{heading}</h2>
      <ol className="divide-y divide-line border-line border-y">
        {items.map(({ key, title, size, note, wayOn }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name and size; their order is what they are
          <li key={index} className="flex min-h-11 flex-wrap items-center gap-x-3 text-sm">
            <span className="min-w-0 flex-1 truncate font-medium">{title}</span>
            <span className="numeric text-muted">{formatMegabytes(size)}</span>
            <button
              type="button"
              aria-label={texts.queue.remove({ title })}
              onClick={() => onRemove(key)}
              className={buttonClass('quiet', 'icon')}
            >
              <X aria-hidden="true" className="size-4.5" />
            </button>
            {note && (
              <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-3">
                <div className="min-w-0 flex-1 basis-60 text-muted">{note}</div>
                {wayOn}
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The way on for a listed file: another try, or its file again if this browser doesn't have it any more. */
function WayOn({ upload }: { upload: QueuedUpload }) {
  const { file, fields } = upload
  if (needsItsFile(upload)) {
    const take = ([chosen]: File[]) =>
      import('./stretch/choose-again.ts')
        .then(({ chooseAgain }) => chosen && chooseAgain(upload, chosen))
        .catch(() => toastError(texts.toasts.noUrl))
    return (
      <ChooseFile size="sm" onFile={chosen => take([chosen])} onLarge={take}>
        {texts.unfinished.choose}
      </ChooseFile>
    )
  }
  // What no server was asked about stays refused.
  if (file instanceof File && refusalOf(file)) return null
  return (
    <Button
      variant="outline"
      size="sm"
      aria-label={texts.queue.retry({ title: fields.title })}
      onClick={() => uploader.tryAgain(upload)}
    >
      {texts.tryAgain}
    </Button>
  )
}

/**
 * The files that wait for the running upload, and those that need the rider, with the reason and the way on. @param idle
 * false while a form is being filled in, which another try would replace
 */
export function UploadQueue({ idle = true }: { idle?: boolean }) {
  const queue = useUploadQueue()
  const notKept = useNotKept()
  const items = (uploads: readonly QueuedUpload[]) =>
    uploads.map(upload => ({
      key: upload,
      title: upload.fields.title,
      size: upload.file.size,
      note: upload.refused
        ? [upload.refused.message, upload.refused.detail].map(one => one && <p key={one}>{one}</p>)
        : isReady(upload)
          ? notKept.includes(upload.id) && texts.queue.notKept
          : texts.unfinished.explanation,
      wayOn: idle && !isReady(upload) && <WayOn upload={upload} />,
    }))
  const onRemove = (upload: QueuedUpload) => void uploader.remove(upload)
  return (
    <>
      <QueueList items={items(queue.filter(isReady))} onRemove={onRemove} />
      <QueueList
        heading={texts.queue.refused}
        items={items(queue.filter(upload => !isReady(upload)))}
        onRemove={onRemove}
      />
    </>
  )
}
