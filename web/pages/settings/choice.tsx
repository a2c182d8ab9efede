import { Switch } from '../../ui/inputs/switch.tsx'

/** One setting with its switch, which shows the new state while the server is asked. */
export const Choice = ({
  id,
  title,
  about,
  on,
  busy,
  onChange,
}: {
  id: string
  title: string
  about: string
  on: boolean
  busy: boolean
  onChange: (on: boolean) => void
}) => (
  <label htmlFor={id} className="flex items-start justify-between gap-4 py-4 first:pt-0 last:pb-0">
    <span className="max-w-prose">
      <span className="block font-semibold">{title}</span>
      <span className="block text-muted text-sm">{about}</span>
    </span>
    <Switch id={id} checked={on} disabled={busy} onChange={event => onChange(event.target.checked)} />
  </label>
)
