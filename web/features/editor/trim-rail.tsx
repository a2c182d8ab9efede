import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from 'react'
import type { ExcitementCurve } from '#contract/analysis.ts'
import { shortestHighlightSeconds } from '#contract/rejections.ts'
import { curvePaths, peaks } from '../../entities/highlight/timeline/curve.ts'
import { CurveShape } from '../../entities/highlight/timeline/curve-shape.tsx'
import { useTime } from '../../entities/highlight/timeline/time-source.ts'
import type { Playback } from '../../entities/player/playback.ts'
import { cx } from '../../lib/cx.ts'
import { texts } from './texts.ts'
import { type End, formatTenths, moveEnd, type Span, stepOf } from './trim-rules.ts'

const { trim: words } = texts
const ends = ['start', 'end'] as const

/**
 * Part of the ride, enlarged, with the two ends of a highlight as handles: dragged, or moved by the arrow keys. The
 * video shows the frame at the end being moved.
 */
export function TrimRail({
  within,
  span,
  curve,
  playback,
  onMove,
}: {
  within: Span
  span: Span
  curve: ExcitementCurve | null
  playback: Playback
  onMove: (span: Span) => void
}) {
  const rail = useRef<HTMLDivElement>(null)
  const length = within.end - within.start
  const at = (seconds: number) => `${(((seconds - within.start) / length) * 100).toFixed(3)}%`
  const paths = useMemo(() => {
    if (!curve) return null
    const from = Math.floor(within.start / curve.stepSeconds)
    const values = curve.values.slice(from, Math.ceil(within.end / curve.stepSeconds) + 1)
    return curvePaths(peaks(values, 240))
  }, [curve, within.start, within.end])

  const moveTo = (which: End, seconds: number) => {
    const moved = moveEnd(span, which, seconds, within)
    onMove(moved)
    playback.seek(moved[which])
  }
  const under = (event: PointerEvent): number => {
    const box = rail.current?.getBoundingClientRect()
    return box ? within.start + ((event.clientX - box.left) / box.width) * length : within.start
  }
  const onKey = (event: KeyboardEvent, which: End) => {
    const step = stepOf(event.key, event.shiftKey)
    if (step === null) return
    event.preventDefault()
    event.stopPropagation()
    moveTo(which, span[which] + step)
  }
  // Room on both sides, so that a handle at the very end can still be grabbed.
  return (
    <div className="px-3">
      <div ref={rail} className="relative h-24 rounded-sm bg-sunken">
        {paths && <CurveShape paths={paths} className="h-[86%]" />}
        <div
          aria-hidden="true"
          className="absolute inset-y-0 left-0 rounded-l-sm bg-ground/75"
          style={{ width: at(span.start) }}
        />
        <div
          aria-hidden="true"
          className="absolute inset-y-0 right-0 rounded-r-sm bg-ground/75"
          style={{ left: at(span.end) }}
        />
        <div
          aria-hidden="true"
          className="absolute inset-y-0 border-accent border-y-2"
          style={{ left: at(span.start), right: `calc(100% - ${at(span.end)})` }}
        />
        <Now playback={playback} within={within} at={at} />
        {ends.map(which => (
          <div
            key={which}
            role="slider"
            tabIndex={0}
            aria-label={words.ends[which]}
            aria-valuemin={which === 'start' ? within.start : span.start + shortestHighlightSeconds}
            aria-valuemax={which === 'start' ? span.end - shortestHighlightSeconds : within.end}
            aria-valuenow={span[which]}
            aria-valuetext={formatTenths(span[which])}
            onKeyDown={event => onKey(event, which)}
            onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={event =>
              event.currentTarget.hasPointerCapture(event.pointerId) && moveTo(which, under(event))
            }
            className={cx(
              'absolute -inset-y-1 grid w-6 cursor-ew-resize touch-none place-items-center rounded-sm',
              which === 'start' ? '-translate-x-full' : '',
            )}
            style={{ left: at(span[which]) }}
          >
            <span
              aria-hidden="true"
              className={cx(
                'pointer-events-none absolute inset-y-0 grid w-3.5 place-items-center bg-accent',
                which === 'start' ? 'right-0 rounded-l-md' : 'left-0 rounded-r-md',
              )}
            >
              <span className="h-6 w-0.5 rounded-full bg-on-accent" />
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}

/** The playhead, while it is within the shown part. */
function Now({
  playback,
  within,
  at,
}: {
  playback: Playback
  within: Span
  at: (seconds: number) => string
}) {
  const now = useTime(playback, seconds => Math.round(seconds * 20) / 20)
  if (now < within.start || now > within.end) return null
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-ink"
      style={{ left: at(now) }}
    />
  )
}
