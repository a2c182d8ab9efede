import * as Radix from 'radix-ui/progress'
import { cx } from '../lib/cx.ts'

/** A bar. `value` 0–100, or null while nobody knows how far it is. */
export function Progress({
  value,
  label,
  paused = false,
}: {
  value: number | null
  label: string
  paused?: boolean
}) {
  return (
    <Radix.Root
      value={value}
      aria-label={label}
      className="h-2 w-full overflow-hidden rounded-full bg-ink/12"
    >
      <Radix.Indicator
        className={cx(
          'h-full origin-left rounded-full',
          paused ? 'bg-line-strong' : 'bg-glow',
          value === null ? 'w-2/5 animate-slide' : 'w-full transition-transform duration-300 ease-out',
        )}
        style={value === null ? undefined : { transform: `scaleX(${value / 100})` }}
      />
    </Radix.Root>
  )
}
