import { useEffect, useRef, useState } from 'react'
import { formatClock, formatMegabytes } from '../../lib/format.ts'
import { ChooseFile } from './drop-zone.tsx'
import { texts } from './texts.ts'

/** The chosen file before it is sent: its first picture where the browser can read it, name, size, length. */
export function ChosenFile({ file, onFile }: { file: File; onFile: (file: File) => void }) {
  const picture = useRef<HTMLVideoElement>(null)
  const [seconds, setSeconds] = useState<number | null>(null)
  useEffect(() => {
    const video = picture.current
    if (!video) return
    const url = URL.createObjectURL(file)
    setSeconds(null)
    video.src = `${url}#t=0.5`
    return () => {
      // First let go, then revoke: an element that is still reading would report a missing file.
      video.removeAttribute('src')
      video.load()
      URL.revokeObjectURL(url)
    }
  }, [file])
  return (
    <div className="flex items-center gap-4">
      <div className="relative aspect-video w-32 shrink-0 overflow-hidden rounded-md bg-night sm:w-44">
        <video
          ref={picture}
          aria-hidden="true"
          tabIndex={-1}
          muted
          playsInline
          preload="metadata"
          onLoadedMetadata={event => setSeconds(event.currentTarget.duration)}
          className="size-full object-cover"
        />
      </div>
      <div className="min-w-0">
        <p className="truncate font-semibold">{file.name}</p>
        <p className="numeric mb-2 text-muted text-sm">
          {formatMegabytes(file.size)}
          {seconds !== null && Number.isFinite(seconds) && `, ${formatClock(seconds)}`}
        </p>
        <ChooseFile onFile={onFile} variant="outline" size="sm">
          {texts.change}
        </ChooseFile>
      </div>
    </div>
  )
}
