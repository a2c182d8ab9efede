import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { useId } from 'react'
import { cx } from '../../lib/cx.ts'

const control =
  'w-full rounded-md border border-line-strong/60 bg-surface px-3.5 text-base text-ink placeholder:text-muted ' +
  'transition-colors hover:border-line-strong focus-visible:border-accent focus-visible:outline-offset-0 ' +
  'disabled:bg-ink/4 disabled:text-muted aria-invalid:border-danger'

/** Unless a field's own class sets another. */
const height = '[:where(&)]:h-12'

interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** The label is for screen readers only; the placeholder must say the same. */
  labelHidden?: boolean | undefined
}

/** What ties a control to its label, hint and error. */
interface Ties {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

function Frame({
  label,
  hint,
  error,
  labelHidden,
  children,
}: FieldProps & { children: (ties: Ties) => ReactNode }) {
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-1.5 block font-semibold text-sm'}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error ? `${id}-error` : hint ? `${id}-hint` : undefined,
      })}
      {error ? (
        <p id={`${id}-error`} className="mt-1.5 text-danger text-sm">
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-hint`} className="mt-1.5 text-muted text-sm">
            {hint}
          </p>
        )
      )}
    </div>
  )
}

export function TextField({
  label,
  hint,
  error,
  labelHidden,
  className,
  ...rest
}: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Frame label={label} hint={hint} error={error} labelHidden={labelHidden}>
      {ties => <input {...rest} {...ties} className={cx(control, height, className)} />}
    </Frame>
  )
}

export function TextArea({
  label,
  hint,
  error,
  labelHidden,
  className,
  ...rest
}: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Frame label={label} hint={hint} error={error} labelHidden={labelHidden}>
      {ties => <textarea {...rest} {...ties} className={cx(control, 'min-h-28 resize-y py-3', className)} />}
    </Frame>
  )
}

/** The platform's native select: a phone's wheel or sheet is better than a custom one. */
export function Select({
  label,
  hint,
  error,
  labelHidden,
  className,
  options,
  ...rest
}: FieldProps &
  SelectHTMLAttributes<HTMLSelectElement> & { options: readonly { value: string; label: string }[] }) {
  return (
    <Frame label={label} hint={hint} error={error} labelHidden={labelHidden}>
      {ties => (
        <div className="relative">
          <select {...rest} {...ties} className={cx(control, height, 'appearance-none pr-10', className)}>
            {options.map(option => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <svg
            aria-hidden="true"
            viewBox="0 0 12 8"
            className="pointer-events-none absolute top-1/2 right-4 w-3 -translate-y-1/2 text-muted"
          >
            <path d="m1 1.5 5 5 5-5" fill="none" stroke="currentColor" strokeWidth="1.8" />
          </svg>
        </div>
      )}
    </Frame>
  )
}
