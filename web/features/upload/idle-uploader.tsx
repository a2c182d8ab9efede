import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { titleFromFileName } from '#contract/clean-text.ts'
import { formatMegabytes } from '../../lib/bytes.ts'
import { formatClock, formatDate } from '../../lib/format.ts'
import { sharedParameter, takeSharedFiles } from '../../lib/shared-files.ts'
import { toast } from '../../lib/toast.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ChooseFile, DropZone, takeFiles } from './drop-zone.tsx'
import { QueueList } from './queue-list.tsx'
import { texts } from './texts.ts'
import { expectedSeconds } from './transfer/line-speed.ts'
import { type KnownUpload, type Preflight, usePreflight } from './transfer/preflight.ts'
import {
  findUnfinished,
  forgetUnfinished,
  isSameFile,
  storedBytes,
  type Unfinished,
} from './transfer/unfinished.ts'
import { type UploadFields, uploadDraft } from './transfer/upload-state.ts'
import { uploader } from './transfer/uploader.ts'
import { emptyFields, UploadForm } from './upload-form.tsx'

/** Before the upload: an interrupted one to resume, a file to choose, then the form about it. */
export function IdleUploader() {
  const [unfinished, setUnfinished] = useState(findUnfinished)
  const [files, setFiles] = useState<readonly File[]>([])
  const { fields, restored, change, preset } = useDraft(uploadDraft, emptyFields)
  const card = useRef<HTMLDivElement>(null)
  const [file, ...more] = files
  // The drop zone and its focus are gone, so the form takes the focus.
  useEffect(() => {
    if (file) card.current?.focus()
  }, [file])
  const gone = useCallback(() => setUnfinished(null), [])
  const choose = ([chosen, ...others]: readonly File[]) => {
    if (!chosen) return
    // A title written by the rider stays; one from the previous file's name doesn't.
    const fromBefore = !fields.title || (file && fields.title === titleFromFileName(file.name))
    if (fromBefore) preset({ ...fields, title: titleFromFileName(chosen.name) })
    setFiles([chosen, ...others])
  }
  useSharedFiles(choose)
  return (
    <div className="flex flex-col gap-5">
      {restored && !file && fields.title && <Alert title={texts.kept(fields.title)}>{texts.keptText}</Alert>}
      {unfinished && !file && <ResumeCard upload={unfinished} onGone={gone} />}
      {file ? (
        <Card ref={card} tabIndex={-1} className="space-y-6 p-5 outline-none sm:p-6">
          <ChosenUpload
            file={file}
            more={more}
            fields={fields}
            onFields={change}
            onFile={chosen => choose([chosen, ...more])}
            onMore={others => setFiles([file, ...others])}
          />
        </Card>
      ) : (
        <DropZone onFiles={choose} second={unfinished !== null} />
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
  onMore,
}: {
  file: File
  more: readonly File[]
  fields: UploadFields
  onFields: (part: Partial<UploadFields>) => void
  onFile: (file: File) => void
  onMore: (files: readonly File[]) => void
}) {
  const preflight = usePreflight(file)
  const start = () =>
    void uploader.start(
      file,
      fields,
      // They are from one ride, so they share its category; each has its own name.
      more.map(next => ({
        file: next,
        fields: { title: titleFromFileName(next.name), description: '', category: fields.category },
      })),
    )
  return (
    <>
      <ChosenFile file={file} preflight={preflight} onFile={onFile} />
      {preflight?.known && <DuplicateWarning known={preflight.known} />}
      <UploadForm fields={fields} disabled={false} onChange={onFields} onSubmit={start}>
        {more.length > 0 && (
          <div className="mt-6">
            <QueueList
              items={more.map(next => ({ key: next, title: next.name, size: next.size }))}
              onRemove={gone => onMore(more.filter(next => next !== gone))}
            />
          </div>
        )}
        {/* On phones and tablets it stays visible above the bottom bar, however long the form is. */}
        <div className="mt-6 max-lg:sticky max-lg:bottom-[calc(4rem+env(safe-area-inset-bottom))] max-lg:-mx-5 max-lg:-mb-5 max-lg:rounded-b-xl max-lg:border-line max-lg:border-t max-lg:bg-surface max-lg:px-5 max-lg:py-3 sm:max-lg:-mx-6 sm:max-lg:-mb-6 sm:max-lg:px-6">
          <Button type="submit" size="lg" className="w-full sm:w-auto">
            {more.length > 0
              ? texts.startMany(more.length + 1)
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
    title={texts.known.title(formatDate(known.createdAt))}
    action={
      <Link href={`/creator-dashboard?video=${known.id}`} className={buttonClass('outline', 'sm')}>
        {texts.known.show}
      </Link>
    }
  >
    {texts.known.text(known.title)}
  </Alert>
)

/**
 * An interrupted upload. Browsers don't keep the file across a reload, so the rider chooses it again; only the missing
 * bytes are sent.
 */
function ResumeCard({ upload, onGone }: { upload: Unfinished; onGone: () => void }) {
  const [stored, setStored] = useState<number | null>(null)
  const [other, setOther] = useState(false)
  useEffect(() => {
    let wanted = true
    storedBytes(upload.uploadUrl).then(
      bytes => {
        if (!wanted) return
        if (bytes !== null) return setStored(bytes)
        forgetUnfinished()
        toast(texts.toasts.failed(texts.unfinished.expired))
        onGone()
      },
      () => undefined, // offline: the number is optional, resuming asks again
    )
    return () => {
      wanted = false
    }
  }, [upload, onGone])

  const size = formatMegabytes(upload.file.size)
  return (
    <section
      aria-labelledby="unfinished"
      className="rounded-xl border border-accent/45 bg-surface p-5 sm:p-6"
    >
      <h2 id="unfinished" className="heading text-[1.5rem]">
        {texts.unfinished.heading(upload.title)}
      </h2>
      <p className="mt-1.5 text-muted">{texts.unfinished.explanation}</p>
      <p className="numeric mt-1.5 text-sm">
        <span className="font-semibold">{upload.file.name}</span>, {size}.{' '}
        {stored !== null && texts.unfinished.stored(formatMegabytes(stored), size)}
      </p>
      {other && (
        <div className="mt-4">
          <Alert tone="warning" title={texts.unfinished.otherFile(upload.file.name, size)} />
        </div>
      )}
      <div className="mt-5 flex flex-wrap gap-2.5">
        <ChooseFile
          onFile={file => {
            if (isSameFile(upload, file)) void uploader.resumeUnfinished(file, upload)
            else setOther(true)
          }}
        >
          {texts.unfinished.choose}
        </ChooseFile>
        <Button
          variant="outline"
          onClick={() => {
            void uploader.discard(upload.videoId)
            onGone()
          }}
        >
          {texts.unfinished.discard}
        </Button>
      </div>
    </section>
  )
}

/** Selects what another app shared with this one, as if it had been dropped here. */
function useSharedFiles(onFiles: (files: File[]) => void): void {
  const [search, setSearch] = useSearchParams()
  const outcome = search.get(sharedParameter)
  const take = useEffectEvent(async () => {
    const files = await takeSharedFiles().catch(() => [])
    setSearch({}, { replace: true })
    if (files.length > 0) takeFiles(files, onFiles)
    else toast(texts.toasts.notShared)
  })
  useEffect(() => {
    if (outcome) void take()
  }, [outcome])
}

interface Picture {
  /** seconds */
  duration: number
  width: number
  height: number
}

/** The chosen file before the upload: its first frame if the browser can read it, and what is known about it. */
function ChosenFile({
  file,
  preflight,
  onFile,
}: {
  file: File
  preflight: Preflight | null
  onFile: (file: File) => void
}) {
  const element = useRef<HTMLVideoElement>(null)
  const [picture, setPicture] = useState<Picture | null>(null)
  useEffect(() => {
    const video = element.current
    if (!video) return
    const url = URL.createObjectURL(file)
    setPicture(null)
    video.src = `${url}#t=0.5`
    return () => {
      // Release first, then revoke: an element that is still reading would report a missing file.
      video.removeAttribute('src')
      video.load()
      URL.revokeObjectURL(url)
    }
  }, [file])
  return (
    <div>
      <div className="flex items-center gap-4">
        <div className="relative aspect-video w-28 shrink-0 overflow-hidden rounded-md bg-night sm:w-44">
          <video
            ref={element}
            aria-hidden="true"
            tabIndex={-1}
            muted
            playsInline
            preload="metadata"
            onLoadedMetadata={({ currentTarget: { duration, videoWidth, videoHeight } }) =>
              setPicture({ duration, width: videoWidth, height: videoHeight })
            }
            className="size-full object-cover"
          />
        </div>
        <div className="min-w-0">
          <p className="mb-2 truncate font-semibold">{file.name}</p>
          <ChooseFile onFile={onFile} variant="outline" size="sm">
            {texts.change}
          </ChooseFile>
        </div>
      </div>
      <Facts file={file} picture={picture} preflight={preflight} />
    </div>
  )
}

function Facts({
  file,
  picture,
  preflight,
}: {
  file: File
  picture: Picture | null
  preflight: Preflight | null
}) {
  const { facts } = texts.preflight
  const seconds = expectedSeconds(file.size)
  const known = picture && Number.isFinite(picture.duration)
  return (
    <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3 border-line border-t pt-4 text-sm sm:grid-cols-4">
      <Fact name={facts.size}>{formatMegabytes(file.size)}</Fact>
      <Fact name={facts.length}>{known ? formatClock(picture.duration) : texts.preflight.unknown}</Fact>
      <Fact name={facts.picture}>
        {[picture?.width && `${picture.width} × ${picture.height}`, preflight?.codec]
          .filter(Boolean)
          .join(', ') || texts.preflight.unknown}
      </Fact>
      <Fact name={facts.time}>
        {seconds === null ? texts.preflight.noSpeed : texts.preflight.about(formatClock(Math.ceil(seconds)))}
      </Fact>
      <div className="col-span-full">
        <dt className="text-muted text-xs">{facts.telemetry}</dt>
        <dd className="mt-0.5 font-medium">
          {preflight ? (preflight.telemetry ?? texts.preflight.noTelemetry) : texts.preflight.looking}
        </dd>
      </div>
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-muted text-xs">{name}</dt>
    <dd className="numeric mt-0.5 font-medium">{children}</dd>
  </div>
)
