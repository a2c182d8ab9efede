import * as Radix from 'radix-ui/slider'
import type { KeyboardEvent } from 'react'
import { cx } from '../../lib/cx.ts'

/** A slider with one thumb, on the page or, `onNight`, on the player's black. `text` is the value for screen readers. */
export function Slider({
  value,
  max,
  step,
  label,
  text,
  onChange,
  onCommit,
  onKeyDown,
  buffered,
  onNight = false,
  className,
}: {
  value: number
  max: number
  step: number
  label: string
  text: string
  onChange: (value: number) => void
  onCommit?: (value: number) => void
  onKeyDown?: (event: KeyboardEvent) => void
  /** 0 to `max`: what is loaded, as a fainter bar */
  buffered?: number
  onNight?: boolean
  className?: string
}) {
  return (
    <Radix.Root
      data-slider
      value={[value]}
      max={max}
      step={step}
      onValueChange={values => onChange(values[0] ?? 0)}
      onValueCommit={values => onCommit?.(values[0] ?? 0)}
      onKeyDownCapture={onKeyDown}
      className={cx('group relative flex h-7 touch-none select-none items-center', className)}
    >
      <Radix.Track
        className={cx(
          'relative h-1.5 grow overflow-hidden rounded-full transition-[height] group-hover:h-2',
          onNight ? 'bg-snow/25' : 'bg-line-strong',
        )}
      >
        {buffered !== undefined && (
          <span
            className="absolute inset-y-0 left-0 w-full origin-left bg-snow/30"
            style={{ transform: `scaleX(${max > 0 ? Math.min(1, buffered / max) : 0})` }}
          />
        )}
        <Radix.Range className={cx('absolute h-full', onNight ? 'bg-[#ff8146]' : 'bg-accent')} />
      </Radix.Track>
      <Radix.Thumb
        aria-label={label}
        aria-valuetext={text}
        className={cx(
          'grid size-6 place-items-center rounded-full before:size-4 before:rounded-full before:shadow-sm',
          onNight ? 'before:bg-snow focus-visible:outline-snow' : 'before:bg-accent',
        )}
      />
    </Radix.Root>
  )
}
