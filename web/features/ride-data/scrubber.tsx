import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import type { RideMarker } from '#contract/ride-data.ts'
import { type TimeSource, useTime } from '../../entities/highlight/timeline/time-source.ts'
import { cx } from '../../lib/cx.ts'
import type { Store } from '../../lib/store.ts'

/** Seconds under the pointer, shared by all plots and the map; null if it is over none of them. */
export type Hover = Store<number | null>

/** A point in a scrubber's box, pixels from its left and top. */
export interface Spot {
  x: number
  y: number
  width: number
  height: number
}

/**
 * A slider over the time of the ride, in any shape: press or drag to seek, arrow keys for a second, Page
 * keys for the next marker, Home and End.
 */
export function Scrubber({
  label,
  duration,
  markers,
  time,
  hover,
  timeOf,
  spoken,
  onSeek,
  className,
  children,
}: {
  label: string
  duration: number
  markers: readonly RideMarker[]
  time: TimeSource
  hover: Hover
  /** the seconds at a point; null if it has none */
  timeOf: (spot: Spot) => number | null
  /** what a screen reader says at a time */
  spoken: (seconds: number) => string
  onSeek: (seconds: number) => void
  className?: string
  children: ReactNode
}) {
  const ref = useRef<HTMLDivElement>(null)
  const second = useTime(time, seconds => Math.floor(seconds))
  const under = (event: PointerEvent): number | null => {
    const box = ref.current?.getBoundingClientRect()
    if (!box) return null
    const { width, height, left, top } = box
    return timeOf({ x: event.clientX - left, y: event.clientY - top, width, height })
  }
  const seek = (seconds: number | null | undefined) => {
    if (seconds !== null && seconds !== undefined) onSeek(Math.min(duration, Math.max(0, seconds)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const now = time.get()
    const starts = markers.map(({ start }) => start)
    const target: Record<string, number | undefined> = {
      ArrowLeft: now - 1,
      ArrowDown: now - 1,
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      PageDown: starts.find(start => start > now + 0.05),
      PageUp: starts.findLast(start => start < now - 0.05),
      Home: 0,
      End: duration,
    }
    if (!(event.key in target)) return
    event.preventDefault()
    event.stopPropagation()
    seek(target[event.key])
  }
  return (
    <div
      ref={ref}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={second}
      aria-valuetext={spoken(second)}
      onKeyDown={onKeyDown}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        seek(under(event))
      }}
      onPointerMove={event => {
        const at = under(event)
        hover.set(event.pointerType === 'mouse' ? at : null)
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seek(at)
      }}
      onPointerLeave={() => hover.set(null)}
      className={cx('relative cursor-pointer touch-pan-y select-none', className)}
    >
      {children}
    </div>
  )
}
