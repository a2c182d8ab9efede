import { texts } from '#texts/ui.ts'
import { Button, type ButtonVariant } from './button.tsx'
import { DialogActions } from './dialog.tsx'

interface Props {
  label: string
  busy: boolean
  disabled?: boolean
  variant?: ButtonVariant
  cancel?: string
  /** left out: it submits the form around it */
  onSend?: () => void
  onCancel: () => void
}

const Buttons = ({
  label,
  busy,
  disabled = false,
  variant = 'primary',
  cancel = texts.cancel,
  onSend,
  onCancel,
}: Props) => (
  <>
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
  </>
)

/** How a form within a page or a dialog ends: the button that sends it, and the one that leaves it. */
export const FormButtons = (props: Props) => (
  <div className="flex flex-wrap gap-2.5">
    <Buttons {...props} />
  </div>
)

/** How a dialog ends: the button that does it, and the one that leaves. */
export const DialogButtons = (props: Props) => (
  <DialogActions>
    <Buttons {...props} />
  </DialogActions>
)
