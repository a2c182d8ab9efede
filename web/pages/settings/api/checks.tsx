import { Checkbox } from '../../../ui/inputs/checkbox.tsx'

/** A choice of several values, as checkboxes. */
export function Checks<T extends string>({
  legend,
  labels,
  chosen,
  onChange,
}: {
  legend: string
  labels: Readonly<Record<T, string>>
  chosen: readonly T[]
  onChange: (chosen: T[]) => void
}) {
  const all = Object.keys(labels) as T[]
  return (
    <fieldset>
      <legend className="mb-1 font-semibold text-sm">{legend}</legend>
      {all.map(value => (
        <Checkbox
          key={value}
          checked={chosen.includes(value)}
          onChange={on => onChange(all.filter(one => (one === value ? on : chosen.includes(one))))}
        >
          <span>
            {labels[value]} <code className="text-muted text-sm">{value}</code>
          </span>
        </Checkbox>
      ))}
    </fieldset>
  )
}
