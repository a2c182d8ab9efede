import type { PointerEvent } from 'react'
import { cx } from '../../lib/cx.ts'
import { type End, formatTenths, stepOf } from './trim-rules.ts'

/** The handle at one end of a span on its rail: dragged, or moved by keys. */
export function TrimHandle({
  which,
  label,
  seconds,
  range: [least, most],
  left,
  grip = 'w-6',
  bar,
  isMarked = true,
  onStep,
  onGrab,
  onDrag,
  onRelease,
}: {
  which: End
  label: string
  /** where the end is */
  seconds: number
  /** where it may be, in seconds */
  range: readonly [least: number, most: number]
  /** the same place on the rail, in CSS */
  left: string
  /** classes: how wide it can be grabbed, and how wide it looks */
  grip?: string
  bar: string
  /** with a line on it */
  isMarked?: boolean
  /** it was moved by keys, this many seconds; infinitely far for the first and the last place */
  onStep: (by: number) => void
  onGrab?: () => void
  onDrag: (event: PointerEvent) => void
  onRelease?: () => void
}) {
  const isStart = which === 'start'
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={seconds}
      aria-valuetext={formatTenths(seconds)}
      onKeyDown={event => {
        const step = stepOf(event.key, event.shiftKey)
        if (step === null) return
        event.preventDefault()
        event.stopPropagation()
        onStep(step)
      }}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        onGrab?.()
      }}
      onPointerMove={event => event.currentTarget.hasPointerCapture(event.pointerId) && onDrag(event)}
      onPointerUp={onRelease}
      className={cx(
        'absolute -inset-y-1 grid cursor-ew-resize touch-none place-items-center rounded-sm',
        grip,
        isStart && '-translate-x-full',
      )}
      style={{ left }}
    >
      <span
        aria-hidden="true"
        className={cx(
          'pointer-events-none absolute inset-y-0 grid place-items-center bg-accent',
          bar,
          isStart ? 'right-0 rounded-l-md' : 'left-0 rounded-r-md',
        )}
      >
        {isMarked && <span className="h-6 w-0.5 rounded-full bg-on-accent" />}
      </span>
    </div>
  )
}
