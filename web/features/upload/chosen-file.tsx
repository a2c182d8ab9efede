import { type ReactNode, useEffect, useRef, useState } from 'react'
import { texts } from '#texts/features/upload.ts'
import { formatMegabytes } from '../../lib/bytes.ts'
import { formatClock, formatLength } from '../../lib/format.ts'
import { ChooseFile } from './drop-zone.tsx'
import { keepFrame } from './first-frame.tsx'
import { expectedSeconds } from './transfer/line-speed.ts'
import type { Preflight } from './transfer/preflight.ts'

interface Picture {
  /** seconds */
  duration: number
  width: number
  height: number
}

/** The chosen file before the upload: its first frame if the browser can read it, and what is known about it. */
export function ChosenFile({
  file,
  preflight,
  onFile,
  onLarge,
}: {
  file: File
  preflight: Preflight | null
  onFile: (file: File) => void
  onLarge: (files: File[]) => void
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
            onLoadedData={({ currentTarget }) => keepFrame(file, currentTarget)}
            className="size-full object-cover"
          />
        </div>
        <div className="min-w-0">
          <p className="mb-2 truncate font-semibold">{file.name}</p>
          <ChooseFile onFile={onFile} onLarge={onLarge} variant="outline" size="sm">
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
      <Fact name={facts.length}>{known ? formatLength(picture.duration) : texts.preflight.unknown}</Fact>
      <Fact name={facts.picture}>
        {[picture?.width && `${picture.width} × ${picture.height}`, preflight?.codec]
          .filter(Boolean)
          .join(', ') || texts.preflight.unknown}
      </Fact>
      {seconds !== null && (
        <Fact name={facts.time}>{texts.preflight.about({ clock: formatClock(Math.ceil(seconds)) })}</Fact>
      )}
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
