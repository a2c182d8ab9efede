import { texts } from '#texts/ui.ts'
import { cx } from '../lib/cx.ts'
import { Button, type ButtonVariant } from './button.tsx'

/** How a form or a question ends: the button that does it, and the one that leaves. */
export const DialogButtons = ({
  label,
  busy,
  disabled = false,
  variant = 'primary',
  cancel = texts.cancel,
  className,
  onSend,
  onCancel,
}: {
  label: string
  busy: boolean
  disabled?: boolean
  variant?: ButtonVariant
  cancel?: string
  className?: string
  /** left out: it submits the form around it */
  onSend?: () => void
  onCancel: () => void
}) => (
  <div className={cx('flex flex-wrap gap-2.5', className)}>
    <Button
      type={onSend ? 'button' : 'submit'}
      variant={variant}
      busy={busy}
      disabled={disabled}
      onClick={onSend}
    >
      {label}
    </Button>
    <Button variant="quiet" onClick={onCancel}>
      {cancel}
    </Button>
  </div>
)
