import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react'
import { cx } from '../lib/cx.ts'
import { Spinner } from './spinner.tsx'

/** `primary` is the one filled action of a screen area. */
export type ButtonVariant = 'primary' | 'outline' | 'quiet' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg' | 'icon'

const base =
  'inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-md font-semibold ' +
  'transition-[background-color,border-color,color,translate] duration-150 ease-out active:translate-y-px ' +
  'disabled:pointer-events-none disabled:opacity-65'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  outline: 'border border-line-strong/55 bg-surface text-ink hover:border-line-strong hover:bg-raised',
  quiet: 'text-ink hover:bg-ink/7',
  danger: 'border border-danger/40 text-danger hover:bg-danger-tint',
}
// A finger in a glove needs 44 pixels.
const sizes: Record<ButtonSize, string> = {
  sm: 'h-9 px-3 text-sm pointer-coarse:h-11',
  md: 'h-11 px-4.5 text-[0.9375rem]',
  lg: 'h-12 px-5 text-base',
  icon: 'size-10 pointer-coarse:size-11',
}

/** The look of a button, for links. */
export const buttonClass = (
  variant: ButtonVariant = 'primary',
  size: ButtonSize = 'md',
  more?: string,
): string => cx(base, variants[variant], sizes[size], more)

interface Look {
  variant?: ButtonVariant
  size?: ButtonSize
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** Shows a spinner and ignores presses; the label should say what is happening. */
  busy?: boolean
}

export function Button({
  variant,
  size,
  busy = false,
  type = 'button',
  className,
  disabled,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClass(variant, size, className)}
    >
      {busy && <Spinner small />}
      {children}
    </button>
  )
}

/** A full-page navigation (login, logout, another site) that looks like a button. */
export function ButtonLink({
  variant,
  size,
  className,
  children,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & Look & { href: string; children: ReactNode }) {
  return (
    <a {...rest} className={buttonClass(variant, size, className)}>
      {children}
    </a>
  )
}
