import type { ReactNode } from 'react'
import { texts } from '#texts/ui.ts'
import { cx } from '../lib/cx.ts'
import { Button } from './button.tsx'

type AlertTone = 'notice' | 'warning' | 'danger'
const tones: Record<AlertTone, string> = {
  notice: 'border-line bg-ink/4',
  warning: 'border-pending/30 bg-pending-tint',
  danger: 'border-danger/35 bg-danger-tint',
}
const titles: Record<AlertTone, string> = { notice: '', warning: 'text-pending', danger: 'text-danger' }

/** A message in the page. `danger` interrupts a screen reader; the others wait. */
export function Alert({
  tone = 'notice',
  title,
  action,
  children,
}: {
  tone?: AlertTone
  title: string
  action?: ReactNode
  children?: ReactNode
}) {
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cx(
        'flex flex-wrap items-center gap-x-6 gap-y-3 rounded-lg border px-4 py-3.5 sm:px-5',
        tones[tone],
      )}
    >
      <div className="min-w-0 flex-1 basis-60">
        <p className={cx('font-semibold', titles[tone])}>{title}</p>
        {children && <div className="mt-0.5 text-ink/85 text-sm">{children}</div>}
      </div>
      {action}
    </div>
  )
}

/** Something failed that can be tried again. */
export const RetryAlert = ({
  title,
  onRetry,
  children,
}: {
  title: string
  onRetry: () => void
  children: ReactNode
}) => (
  <Alert
    tone="danger"
    title={title}
    action={
      <Button variant="outline" size="sm" onClick={onRetry}>
        {texts.tryAgain}
      </Button>
    }
  >
    {children}
  </Alert>
)
