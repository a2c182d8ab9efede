import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from 'react'
import { texts } from '#texts/features/upload/stretch.ts'
import { curvePaths, peaks } from '../../../entities/highlight/timeline/curve.ts'
import { CurveShape } from '../../../entities/highlight/timeline/curve-shape.tsx'
import { cx } from '../../../lib/cx.ts'
import { formatClock } from '../../../lib/format.ts'
import { type End, formatTenths, stepOf } from '../../editor/trim-rules.ts'
import type { Span } from './stretch-rules.ts'

const ends = ['start', 'end'] as const

/** A whole film with a stretch of it: its ends are handles, and the stretch can be moved as a whole. */
export function StretchStrip({
  seconds,
  span,
  curve,
  onMove,
  onStep,
  onSlide,
}: {
  /** of the film */
  seconds: number
  span: Span
  /** 0 to 1, evenly over the film */
  curve: readonly number[] | undefined
  /** an end was dragged to a time */
  onMove: (which: End, to: number) => void
  /** an end was moved by keys */
  onStep: (which: End, by: number) => void
  /** the stretch was dragged: its start is now here */
  onSlide: (to: number) => void
}) {
  const rail = useRef<HTMLDivElement>(null)
  // Where in the stretch it was grabbed, in seconds after its start.
  const grabbed = useRef(0)
  const paths = useMemo(() => (curve && curve.length > 1 ? curvePaths(peaks(curve, 320)) : null), [curve])
  const at = (time: number) => `${((time / seconds) * 100).toFixed(3)}%`
  const under = (event: PointerEvent): number => {
    const box = rail.current?.getBoundingClientRect()
    return box ? ((event.clientX - box.left) / box.width) * seconds : 0
  }
  const onKey = (event: KeyboardEvent, which: End) => {
    const step = stepOf(event.key, event.shiftKey)
    if (step === null) return
    event.preventDefault()
    if (Number.isFinite(step)) onStep(which, step)
    else onMove(which, step < 0 ? 0 : seconds)
  }
  const holds = (event: PointerEvent<HTMLElement>) => event.currentTarget.hasPointerCapture(event.pointerId)
  // Room on both sides, so that a handle at the very end can still be grabbed.
  return (
    <div className="px-6">
      <div ref={rail} className="relative h-20 rounded-sm bg-sunken">
        {paths && <CurveShape paths={paths} className="h-[86%]" />}
        <div
          aria-hidden="true"
          className="absolute inset-y-0 left-0 rounded-l-sm bg-ground/70"
          style={{ width: at(span.start) }}
        />
        <div
          aria-hidden="true"
          className="absolute inset-y-0 right-0 rounded-r-sm bg-ground/70"
          style={{ left: at(span.end) }}
        />
        <div
          aria-hidden="true"
          onPointerDown={event => {
            event.currentTarget.setPointerCapture(event.pointerId)
            grabbed.current = under(event) - span.start
          }}
          onPointerMove={event => holds(event) && onSlide(under(event) - grabbed.current)}
          className="absolute inset-y-0 cursor-grab touch-none border-accent border-y-2 bg-accent/12 active:cursor-grabbing"
          style={{ left: at(span.start), right: `calc(100% - ${at(span.end)})` }}
        />
        {ends.map(which => (
          <div
            key={which}
            role="slider"
            tabIndex={0}
            aria-label={texts.ends[which]}
            aria-valuemin={0}
            aria-valuemax={seconds}
            aria-valuenow={span[which]}
            aria-valuetext={formatTenths(span[which])}
            onKeyDown={event => onKey(event, which)}
            onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={event => holds(event) && onMove(which, under(event))}
            className={cx(
              'absolute -inset-y-1 grid w-7 cursor-ew-resize touch-none place-items-center rounded-sm',
              which === 'start' && '-translate-x-full',
            )}
            style={{ left: at(span[which]) }}
          >
            <span
              aria-hidden="true"
              className={cx(
                'pointer-events-none absolute inset-y-0 grid w-4 place-items-center bg-accent',
                which === 'start' ? 'right-0 rounded-l-md' : 'left-0 rounded-r-md',
              )}
            >
              <span className="h-6 w-0.5 rounded-full bg-on-accent" />
            </span>
          </div>
        ))}
      </div>
      <div aria-hidden="true" className="numeric mt-2 flex justify-between text-muted text-xs">
        {[0, 0.25, 0.5, 0.75, 1].map(share => (
          <span key={share}>{formatClock(share * seconds)}</span>
        ))}
      </div>
    </div>
  )
}
