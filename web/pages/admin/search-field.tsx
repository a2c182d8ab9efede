import { Search } from '../../ui/icons/search.tsx'
import { TextField } from '../../ui/inputs/field.tsx'

export const SearchField = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) => (
  <div className="relative col-span-2 sm:col-span-1">
    <Search aria-hidden="true" className="absolute top-3 left-3.5 z-1 size-4.5 text-muted" />
    <TextField
      type="search"
      label={label}
      labelHidden
      placeholder={label}
      maxLength={100}
      className="h-11 pl-10"
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  </div>
)
