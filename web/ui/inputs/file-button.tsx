import { useId } from 'react'
import { cx } from '../../lib/cx.ts'
import { buttonClass } from '../button.tsx'

/** A small button that opens the system's file dialog; choosing the same file twice in a row works. */
export function FileButton({
  label,
  accept,
  disabled,
  className,
  onFile,
}: {
  label: React.ReactNode
  /** as the attribute of a file input */
  accept: string
  disabled: boolean
  className?: string
  onFile: (file: File) => void
}) {
  const id = useId()
  return (
    <span className="inline-flex max-w-full">
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={disabled}
        className="peer sr-only"
        onChange={event => {
          const file = event.target.files?.[0]
          if (file) onFile(file)
          event.target.value = ''
        }}
      />
      <label
        htmlFor={id}
        className={buttonClass(
          'outline',
          'sm',
          cx(
            'cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-accent peer-focus-visible:outline-offset-2 peer-disabled:opacity-65',
            className,
          ),
        )}
      >
        {label}
      </label>
    </span>
  )
}
