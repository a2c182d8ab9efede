import { type RefObject, useEffect, useState } from 'react'
import { texts } from '#texts/features/upload/stretch.ts'

/** The film as the browser shows it, at the end of the stretch that was moved last; a sentence if it can't. */
export function Preview({
  film,
  element,
  until,
  onPlaying,
}: {
  film: File
  element: RefObject<HTMLVideoElement | null>
  /** seconds of the film at which it stops playing */
  until: number
  onPlaying: (playing: boolean) => void
}) {
  const [fails, setFails] = useState(false)
  useEffect(() => {
    const video = element.current
    if (!video) return
    const url = URL.createObjectURL(film)
    setFails(false)
    video.src = url
    return () => {
      // Release first, then revoke: an element that is still reading would report a missing file.
      video.removeAttribute('src')
      video.load()
      URL.revokeObjectURL(url)
    }
  }, [film, element])
  return (
    <div className="relative aspect-video max-h-[22rem] w-full overflow-hidden rounded-md bg-night">
      <video
        ref={element}
        aria-label={texts.preview}
        muted
        playsInline
        preload="metadata"
        onError={({ currentTarget }) => currentTarget.getAttribute('src') && setFails(true)}
        onTimeUpdate={({ currentTarget }) => currentTarget.currentTime >= until && currentTarget.pause()}
        onPlay={() => onPlaying(true)}
        onPause={() => onPlaying(false)}
        className="size-full object-contain"
      />
      {fails && (
        <p className="absolute inset-0 grid place-items-center p-6 text-center text-sm text-snow">
          {texts.noPreview}
        </p>
      )}
    </div>
  )
}
