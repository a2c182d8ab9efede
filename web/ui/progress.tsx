import { cx } from '../lib/cx.ts'

/** A progress bar. `value` 0–100, or null while unknown; calmer once it is full. */
export const Progress = ({
  value,
  label,
  paused = false,
}: {
  value: number | null
  label: string
  paused?: boolean
}) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={value ?? undefined}
    className="h-2 w-full overflow-hidden rounded-full bg-ink/12"
  >
    <div
      className={cx(
        'h-full origin-left rounded-full',
        paused ? 'bg-line-strong' : value === 100 ? 'bg-pine' : 'bg-glow',
        value === null ? 'w-2/5 animate-slide' : 'w-full transition-transform duration-300 ease-out',
      )}
      style={value === null ? undefined : { transform: `scaleX(${value / 100})` }}
    />
  </div>
)
