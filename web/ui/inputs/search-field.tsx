import { cx } from '../../lib/cx.ts'
import { Search } from '../icons/search.tsx'
import { TextField } from './field.tsx'

export const SearchField = ({
  label,
  value,
  onChange,
  className,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  className: string
}) => (
  <div className={cx('relative', className)}>
    <Search aria-hidden="true" className="absolute inset-y-0 left-3.5 z-1 my-auto size-4.5 text-muted" />
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
