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
        <label key={value} className="flex min-h-9 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            className="size-4.5 shrink-0 accent-(--accent)"
            checked={chosen.includes(value)}
            onChange={event =>
              onChange(all.filter(one => (one === value ? event.target.checked : chosen.includes(one))))
            }
          />
          <span>
            {labels[value]} <code className="text-muted text-sm">{value}</code>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
