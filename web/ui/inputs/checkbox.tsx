import type { InputHTMLAttributes, ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'

/** A checkbox with what it is about beside it, all of which can be pressed. */
export const Checkbox = ({
  className,
  onChange,
  children,
  ...input
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange'> & {
  onChange: (checked: boolean) => void
  children: ReactNode
}) => (
  <label
    className={cx(
      'flex min-h-9 cursor-pointer items-center gap-3 text-[0.9375rem] has-disabled:cursor-default has-disabled:text-muted',
      className,
    )}
  >
    <input
      {...input}
      type="checkbox"
      className="size-4.5 shrink-0 accent-(--accent)"
      onChange={event => onChange(event.target.checked)}
    />
    {children}
  </label>
)
