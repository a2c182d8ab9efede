import { useId } from 'react'

/** A choice among a few visible options: radio buttons that look like one control. */
export function Segments<V extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: V
  options: readonly { value: V; label: string; disabled?: boolean }[]
  onChange: (value: V) => void
}) {
  const name = useId()
  return (
    <fieldset className="inline-flex rounded-md border border-line-strong/55 bg-surface p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map(option => (
        <label
          key={option.value}
          className="flex h-8 cursor-pointer items-center rounded-sm px-3 font-semibold text-muted text-sm transition-colors hover:text-ink has-checked:bg-ink/10 has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent has-disabled:cursor-not-allowed has-disabled:opacity-50"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
