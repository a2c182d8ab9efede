import { useEffect, useRef } from 'react'

/** The first frames of chosen files that this browser can decode. */
const frames = new WeakMap<File, ImageBitmap>()

/** Keeps what a preview of the file shows, for while it is sent. Uploads do without a picture that can't be taken. */
export function keepFrame(file: File, video: HTMLVideoElement): void {
  if (video.videoWidth > 0)
    createImageBitmap(video, { resizeWidth: 352 })
      .then(frame => frames.set(file, frame))
      .catch((error: unknown) => console.warn('The first frame could not be taken', error))
}

/** A small picture of a file that is sent; nothing where no preview of it was shown. */
export function FirstFrame({ file }: { file: File }) {
  const ref = useRef<HTMLCanvasElement>(null)
  const frame = frames.get(file)
  useEffect(() => {
    if (frame) ref.current?.getContext('2d')?.drawImage(frame, 0, 0)
  }, [frame])
  if (!frame) return null
  return (
    <div
      aria-hidden="true"
      className="aspect-video w-20 shrink-0 overflow-hidden rounded-md bg-night sm:w-28"
    >
      <canvas ref={ref} width={frame.width} height={frame.height} className="size-full object-cover" />
    </div>
  )
}
