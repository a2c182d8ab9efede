import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { maxUploadBytes } from '#contract/constants.ts'
import { texts } from '#texts/features/upload.ts'
import { formatMegabytes } from '../../lib/bytes.ts'
import { cx } from '../../lib/cx.ts'
import { toastError } from '../../lib/toast.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Contours } from '../../ui/contours/contours.tsx'
import { acceptedFiles, isTooLarge, refusalOf } from './transfer/check-file.ts'
import { plainFailure } from './transfer/failure.ts'
import { uploadQueue } from './transfer/upload-queue.ts'
import { emptyFields, waiting } from './transfer/upload-state.ts'

/** What becomes of the dropped or chosen files. */
interface Takers {
  onFiles: (files: File[]) => void
  /** those over the limit, of which a stretch may fit; refused like the others if missing */
  onLarge?: ((files: File[]) => void) | undefined
}

/**
 * Hands over the uploadable files of the dropped or chosen ones. The others are listed with the reason, and the first of
 * them is reported with the contract's toast.
 */
export function takeFiles(files: Iterable<File> | null, { onFiles, onLarge }: Takers): void {
  const all = [...(files ?? [])]
  const large = onLarge ? all.filter(isTooLarge) : []
  const taken = all.filter(file => !refusalOf(file))
  refuse(all.filter(file => !large.includes(file)))
  if (large.length > 0) onLarge?.(large)
  if (taken.length > 0) onFiles(taken)
}

/** Lists those files that can't be uploaded, and reports the first of them. @param reason why nothing else helps */
export function refuse(files: readonly File[], reason?: string): void {
  const refused = files.flatMap(file => {
    const refusal = refusalOf(file)
    return refusal ? [{ file, refusal }] : []
  })
  if (refused[0]) toastError(refused[0].refusal)
  uploadQueue.add(
    refused.map(({ file, refusal }) => ({
      ...waiting(file, { ...emptyFields, title: file.name }),
      refused: plainFailure(refusal.title, [refusal.description, reason].filter(Boolean).join('. ') || null),
    })),
  )
}

/** Accepts exactly one video. */
function takeFile(files: FileList | null, onFile: (file: File) => void, onLarge: Takers['onLarge']): void {
  if ((files?.length ?? 0) > 1) toastError(texts.toasts.oneFile)
  else takeFiles(files, { onFiles: ([file]) => file && onFile(file), onLarge })
}

/** A button that opens the file dialog. */
export function ChooseFile({
  onFile,
  onFiles,
  onLarge,
  variant = 'primary',
  size = 'md',
  children,
}: {
  onFile?: (file: File) => void
  /** several may be chosen */
  onFiles?: (files: File[]) => void
  onLarge?: Takers['onLarge']
  variant?: 'primary' | 'outline'
  size?: 'sm' | 'md'
  children: ReactNode
}) {
  const id = useId()
  return (
    <span className="inline-flex">
      <input
        id={id}
        type="file"
        multiple={onFiles !== undefined}
        accept={acceptedFiles}
        className="peer sr-only"
        onChange={event => {
          if (onFiles) takeFiles(event.target.files, { onFiles, onLarge })
          else if (onFile) takeFile(event.target.files, onFile, onLarge)
          // The same file can be chosen again after a refusal.
          event.target.value = ''
        }}
      />
      <label
        htmlFor={id}
        className={buttonClass(
          variant,
          size,
          'cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-accent peer-focus-visible:outline-offset-2',
        )}
      >
        {children}
      </label>
    </span>
  )
}

export function DropZone({ variant, ...takers }: Required<Takers> & { variant: 'primary' | 'outline' }) {
  const [over, setOver] = useState(false)
  // Enter and leave fire for every child as well; only the outermost pair counts.
  const depth = useRef(0)
  const move = (event: DragEvent, by: number) => {
    event.preventDefault()
    depth.current += by
    setOver(depth.current > 0)
  }
  return (
    <section
      data-drop-zone
      aria-label={texts.choose}
      onDragEnter={event => move(event, 1)}
      onDragLeave={event => move(event, -1)}
      onDragOver={event => event.preventDefault()}
      onDrop={event => {
        event.preventDefault()
        depth.current = 0
        setOver(false)
        takeFiles(event.dataTransfer.files, takers)
      }}
      className={cx(
        'relative isolate grid place-items-center overflow-hidden rounded-xl border-2 border-dashed px-5 py-9 text-center transition-colors sm:py-12',
        over ? 'border-accent bg-accent-tint' : 'border-line-strong/50 bg-surface',
      )}
    >
      <Contours seed={5} columns={42} rows={26} className="-z-10" />
      <div>
        <p className="heading text-[2rem] sm:text-[2.375rem]">{over ? texts.dropActive : texts.drop}</p>
        <p className="mt-1.5 mb-5 text-muted text-sm">{texts.helper}</p>
        <ChooseFile {...takers} variant={variant}>
          {texts.choose}
        </ChooseFile>
        <p className="mt-5 text-muted text-sm">{texts.large({ most: formatMegabytes(maxUploadBytes) })}</p>
      </div>
    </section>
  )
}
