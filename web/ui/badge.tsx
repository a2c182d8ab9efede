import type { ReactNode } from 'react'
import { cx } from '../lib/cx.ts'

/** The contract's status colors, and `danger` for failures. */
export type Tone = 'green' | 'yellow' | 'blue' | 'orange' | 'gray' | 'danger'

const tones: Record<Tone, string> = {
  green: 'bg-published-tint text-published',
  yellow: 'bg-processing-tint text-processing',
  blue: 'bg-approved-tint text-approved',
  orange: 'bg-pending-tint text-pending',
  gray: 'bg-ink/7 text-muted',
  danger: 'bg-danger-tint text-danger',
}

export function Badge({ tone, live = false, children }: { tone: Tone; live?: boolean; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex h-6 items-center gap-1.5 whitespace-nowrap rounded-sm px-2 font-semibold text-[0.75rem]',
        tones[tone],
      )}
    >
      <span aria-hidden="true" className={cx('size-1.5 rounded-full bg-current', live && 'animate-wait')} />
      {children}
    </span>
  )
}
