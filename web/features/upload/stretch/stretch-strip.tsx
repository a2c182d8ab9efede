import { type PointerEvent, useMemo, useRef } from 'react'
import { texts } from '#texts/features/upload/stretch.ts'
import { curvePaths, peaks } from '../../../entities/highlight/timeline/curve.ts'
import { CurveShape } from '../../../entities/highlight/timeline/curve-shape.tsx'
import { formatClock } from '../../../lib/format.ts'
import { TrimHandle } from '../../editor/trim-handle.tsx'
import type { End, Span } from '../../editor/trim-rules.ts'

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
          onPointerMove={event =>
            event.currentTarget.hasPointerCapture(event.pointerId) && onSlide(under(event) - grabbed.current)
          }
          className="absolute inset-y-0 cursor-grab touch-none border-accent border-y-2 bg-accent/12 active:cursor-grabbing"
          style={{ left: at(span.start), right: `calc(100% - ${at(span.end)})` }}
        />
        {ends.map(which => (
          <TrimHandle
            key={which}
            which={which}
            label={texts.ends[which]}
            seconds={span[which]}
            range={[0, seconds]}
            left={at(span[which])}
            grip="w-7"
            bar="w-4"
            onStep={by => (Number.isFinite(by) ? onStep(which, by) : onMove(which, by < 0 ? 0 : seconds))}
            onDrag={event => onMove(which, under(event))}
          />
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
