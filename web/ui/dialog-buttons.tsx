import type { ReactNode } from 'react'
import { texts } from '#texts/ui.ts'
import { Button, type ButtonVariant } from './button.tsx'

/**
 * A dialog's actions, in view however long its content is. The last child of the dialog's form or content, which is no
 * grid: in a grid, nothing sticks beyond its own row.
 */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="sticky bottom-0 z-10 -mx-5 mt-5 -mb-[max(1.25rem,env(safe-area-inset-bottom))] flex flex-wrap gap-2.5 border-line border-t bg-ground px-5 pt-3.5 pb-[max(0.875rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:-mb-6 sm:rounded-b-xl sm:px-6 sm:pb-3.5">
    {children}
  </div>
)

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
