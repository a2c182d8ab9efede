import { texts } from '#texts/features/upload.ts'
import { formatMegabytes } from '../../lib/bytes.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { X } from '../../ui/icons/x.tsx'
import { refusalOf } from './transfer/check-file.ts'
import type { Failure } from './transfer/failure.ts'
import { uploadQueue, useUploadQueue } from './transfer/upload-queue.ts'
import { uploader } from './transfer/uploader.ts'

interface Item<T> {
  key: T
  title: string
  /** bytes */
  size: number
  /** why it isn't uploaded */
  refused?: Failure | null
  /** set where trying again may help */
  onRetry?: (() => void) | undefined
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
        {items.map(({ key, title, size, refused, onRetry }, index) => (
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
            {refused && (
              <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-3">
                <p className="min-w-0 flex-1 basis-60">
                  <span className="font-semibold text-danger">{refused.message}</span> {refused.detail}
                </p>
                {onRetry && (
                  <Button
                    variant="outline"
                    size="sm"
                    aria-label={texts.queue.retry({ title })}
                    onClick={onRetry}
                  >
                    {texts.tryAgain}
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/**
 * The files that wait for the running upload, and those that were refused, with the reason and the way on. @param idle
 * false while a form is being filled in, which a retry would replace
 */
export function UploadQueue({ idle = true }: { idle?: boolean }) {
  const queue = useUploadQueue()
  const items = queue.map(upload => ({
    key: upload,
    title: upload.fields.title,
    size: upload.file.size,
    refused: upload.refused,
    onRetry: idle && !refusalOf(upload.file) ? () => uploader.tryAgain(upload) : undefined,
  }))
  return (
    <>
      <QueueList items={items.filter(({ refused }) => !refused)} onRemove={uploadQueue.remove} />
      <QueueList
        heading={texts.queue.refused}
        items={items.filter(({ refused }) => refused)}
        onRemove={uploadQueue.remove}
      />
    </>
  )
}
