import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { titleFromFileName } from '#contract/clean-text.ts'
import { texts } from '#texts/features/upload.ts'
import { formatDate } from '../../lib/format.ts'
import { sharedParameter, takeSharedFiles } from '../../lib/shared-files.ts'
import { toastError } from '../../lib/toast.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { part } from '../../ui/part/part.tsx'
import { ChosenFile } from './chosen-file.tsx'
import { DropZone, refuse, takeFiles } from './drop-zone.tsx'
import { QueueList, UploadQueue } from './queue-list.tsx'
import { currentUpload } from './transfer/current-upload.ts'
import { type KnownUpload, usePreflight } from './transfer/preflight.ts'
import { useUploadQueue } from './transfer/upload-queue.ts'
import {
  emptyFields,
  needsItsFile,
  type SendableUpload,
  type UploadFields,
  uploadDraft,
  waiting,
} from './transfer/upload-state.ts'
import { uploader } from './transfer/uploader.ts'
import { UploadForm } from './upload-form.tsx'

const StretchPicker = part(() => import('./stretch/stretch-picker.tsx'))

function canceledUpload(): SendableUpload | null {
  const upload = currentUpload.get()
  return (upload.phase === 'idle' && upload.canceled) || null
}

/** Before the upload: a file to choose, stretches of one that is too large, then the form about it. */
export function IdleUploader() {
  const [canceled] = useState(canceledUpload)
  const [files, setFiles] = useState<readonly File[]>(canceled ? [canceled.file] : [])
  const [[film, ...films], setFilms] = useState<readonly File[]>([])
  const { fields, restored, change, preset } = useDraft(uploadDraft, canceled?.fields ?? emptyFields)
  // What was begun comes before what is new.
  const unfinished = useUploadQueue().some(needsItsFile)
  const card = useRef<HTMLDivElement>(null)
  const [file, ...more] = files
  // The drop zone and its focus are gone, so what takes its place takes the focus.
  useEffect(() => {
    if (film || file) card.current?.focus()
  }, [film, file])
  // Before a file is chosen: cutting it and making it smaller need no connection.
  useEffect(() => {
    void Promise.all([StretchPicker.fetch(), import('./smaller/prefetch.ts')]).catch(() => undefined)
  }, [])
  const choose = ([chosen, ...others]: readonly File[]) => {
    if (!chosen) return
    // A title written by the rider stays; one from the previous file's name doesn't.
    const fromBefore = !fields.title || (file && fields.title === titleFromFileName(file.name))
    if (fromBefore) preset({ ...fields, title: titleFromFileName(chosen.name) })
    setFiles([chosen, ...others])
  }
  const onLarge = (large: readonly File[]) => setFilms(before => [...before, ...large])
  const dropFilm = () => setFilms(films)
  const onFiles = (more: readonly File[]) => choose([...files, ...more])
  useSharedFiles({ onFiles: choose, onLarge })
  useEffect(() => uploader.takeUp(), [])
  // Not again when the rider comes back to this page.
  useEffect(() => {
    if (canceledUpload()) currentUpload.set({ phase: 'idle' })
  }, [])
  return (
    <div className="flex flex-col gap-5">
      {restored && !file && fields.title && (
        <Alert title={texts.kept({ title: fields.title })}>{texts.keptText}</Alert>
      )}
      <Card className="space-y-6 p-5 empty:hidden sm:p-6">
        <UploadQueue idle={!file && !film} />
      </Card>
      {film ? (
        <Card ref={card} tabIndex={-1} className="p-5 outline-none sm:p-6">
          <Suspense>
            <StretchPicker
              key={film.name + film.size}
              film={film}
              onFiles={made => {
                dropFilm()
                onFiles(made)
              }}
              onRefused={reason => {
                dropFilm()
                refuse([film], reason)
              }}
              onCancel={dropFilm}
            />
          </Suspense>
        </Card>
      ) : file ? (
        <Card ref={card} tabIndex={-1} className="space-y-6 p-5 outline-none sm:p-6">
          <ChosenUpload
            file={file}
            more={more}
            fields={fields}
            onFields={change}
            onFile={chosen => choose([chosen, ...more])}
            onLarge={large => {
              setFiles(more)
              onLarge(large)
            }}
            onMore={others => setFiles([file, ...others])}
          />
        </Card>
      ) : (
        <DropZone onFiles={choose} onLarge={onLarge} variant={unfinished ? 'outline' : 'primary'} />
      )}
    </div>
  )
}

/** A chosen file: its facts, the form about it, and the files that follow it. */
function ChosenUpload({
  file,
  more,
  fields,
  onFields,
  onFile,
  onLarge,
  onMore,
}: {
  file: File
  more: readonly File[]
  fields: UploadFields
  onFields: (part: Partial<UploadFields>) => void
  onFile: (file: File) => void
  onLarge: (files: File[]) => void
  onMore: (files: readonly File[]) => void
}) {
  const preflight = usePreflight(file)
  const start = () =>
    uploader.start([
      waiting(file, fields),
      // They are from one ride, so they share its category; each has its own name.
      ...more.map(next =>
        waiting(next, { ...emptyFields, title: titleFromFileName(next.name), category: fields.category }),
      ),
    ])
  return (
    <>
      <ChosenFile file={file} preflight={preflight} onFile={onFile} onLarge={onLarge} />
      {preflight?.known && <DuplicateWarning known={preflight.known} />}
      <QueueList
        items={more.map(next => ({ key: next, title: next.name, size: next.size }))}
        onRemove={gone => onMore(more.filter(next => next !== gone))}
      />
      <UploadForm fields={fields} disabled={false} onChange={onFields} onSubmit={start}>
        {/* On phones and tablets it stays visible above the bottom bar, however long the form is. */}
        <div className="mt-6 max-lg:sticky max-lg:bottom-(--bottom-bar) max-lg:-mx-5 max-lg:-mb-5 max-lg:rounded-b-xl max-lg:border-line max-lg:border-t max-lg:bg-surface max-lg:px-5 max-lg:py-3 sm:max-lg:-mx-6 sm:max-lg:-mb-6 sm:max-lg:px-6">
          <Button type="submit" size="lg" className="w-full sm:w-auto">
            {more.length > 0
              ? texts.startMany({ count: more.length + 1 })
              : preflight?.known
                ? texts.known.anyway
                : texts.start}
          </Button>
        </div>
      </UploadForm>
    </>
  )
}

const DuplicateWarning = ({ known }: { known: KnownUpload }) => (
  <Alert
    tone="warning"
    title={texts.known.title({ date: formatDate(known.createdAt) })}
    action={
      <Link href={`/creator-dashboard?video=${known.id}`} className={buttonClass('outline', 'sm')}>
        {texts.known.show}
      </Link>
    }
  >
    {texts.known.text({ title: known.title })}
  </Alert>
)

/** Selects what another app shared with this one, as if it had been dropped here. */
function useSharedFiles(takers: Parameters<typeof takeFiles>[1]): void {
  const [search, setSearch] = useSearchParams()
  const outcome = search.get(sharedParameter)
  const take = useEffectEvent(async () => {
    const files = await takeSharedFiles().catch(() => [])
    setSearch({}, { replace: true })
    if (files.length > 0) takeFiles(files, takers)
    else toastError(texts.toasts.notShared)
  })
  useEffect(() => {
    if (outcome) void take()
  }, [outcome])
}
