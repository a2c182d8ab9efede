import { type PointerEvent, type ReactNode, useState } from 'react'
import { frameAddress } from '#contract/paths.ts'
import { storyboardTime } from '#contract/thumbnails.ts'
import { formatClock } from '../../lib/format.ts'

const width = 160

/** Over the seek bar: the frame and the time under the mouse. */
export function Storyboard({
  streamId,
  duration,
  children,
}: {
  streamId: string
  /** seconds */
  duration: number
  children: ReactNode
}) {
  const [spot, setSpot] = useState<{ seconds: number; left: number } | null>(null)
  const point = (event: PointerEvent<HTMLDivElement>) => {
    // A finger covers what it points at.
    if (event.pointerType === 'touch' || duration <= 0) return
    const box = event.currentTarget.getBoundingClientRect()
    const x = Math.min(box.width, Math.max(0, event.clientX - box.left))
    const left = Math.min(box.width - width / 2, Math.max(width / 2, x))
    setSpot({ seconds: (x / box.width) * duration, left })
  }
  return (
    <div className="relative" onPointerMove={point} onPointerLeave={() => setSpot(null)}>
      {spot && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute bottom-full z-10 mb-1.5 -translate-x-1/2 overflow-hidden rounded-md border border-snow/25 bg-night"
          style={{ left: spot.left, width }}
        >
          <img
            src={frameAddress(streamId, storyboardTime(spot.seconds, duration), 180)}
            alt=""
            className="aspect-video w-full object-contain"
          />
          <p className="numeric py-0.5 text-center font-semibold text-snow text-xs">
            {formatClock(spot.seconds)}
          </p>
        </div>
      )}
      {children}
    </div>
  )
}
