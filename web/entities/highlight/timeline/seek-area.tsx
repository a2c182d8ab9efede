import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import type { ExcitementCurve } from '#contract/analysis.ts'
import { formatClock, formatPercent } from '../../../lib/format.ts'
import { texts } from '../texts.ts'
import { type Clip, clipAt, neighbor } from './clips.ts'
import { type TimeSource, useTime } from './time-source.ts'

/** The curve as a slider: press or drag to seek, arrow keys for a second, Page keys for the next clip. */
export function SeekArea({
  duration,
  clips,
  curve,
  time,
  onSeek,
  label,
  children,
}: {
  duration: number
  clips: readonly Clip[]
  curve: ExcitementCurve | null
  time: TimeSource
  onSeek: (seconds: number) => void
  label: string
  children: ReactNode
}) {
  const [hover, setHover] = useState<number | null>(null)
  const second = useTime(time, seconds => Math.floor(seconds))

  const under = (event: PointerEvent<HTMLDivElement>): number => {
    const box = event.currentTarget.getBoundingClientRect()
    return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * duration
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const now = time.get()
    const target: Record<string, number | null> = {
      ArrowLeft: now - 1,
      ArrowDown: now - 1,
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      PageDown: neighbor(clips, now, 1),
      PageUp: neighbor(clips, now, -1),
      Home: 0,
      End: duration,
    }
    const to = target[event.key]
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (to !== null) onSeek(Math.min(duration, Math.max(0, to)))
  }
  const excitement = curve?.values[Math.floor(second / curve.stepSeconds)]
  const clip = clips[clipAt(clips, second)]
  const spoken = [
    texts.position(formatClock(second), formatClock(duration)),
    excitement !== undefined && texts.excitement(formatPercent(excitement)),
    clip?.description,
  ]

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={second}
      aria-valuetext={spoken.filter(Boolean).join(', ')}
      onKeyDown={onKeyDown}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        onSeek(under(event))
      }}
      onPointerMove={event => {
        setHover(event.pointerType === 'mouse' ? under(event) : null)
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onSeek(under(event))
      }}
      onPointerLeave={() => setHover(null)}
      className="relative h-24 cursor-pointer touch-pan-y rounded-sm outline-offset-6"
    >
      {children}
      {hover !== null && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 w-px bg-ink/45"
          style={{ left: `${(hover / duration) * 100}%` }}
        >
          <span className="numeric -translate-x-1/2 absolute bottom-full mb-1 rounded-sm bg-ink px-1.5 py-0.5 font-semibold text-[0.75rem] text-ground">
            {formatClock(hover)}
          </span>
        </div>
      )}
    </div>
  )
}
