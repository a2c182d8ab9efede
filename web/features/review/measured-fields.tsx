import { useState } from 'react'
import type { Measure } from '#contract/platforms/limits.ts'
import { cx } from '../../lib/cx.ts'
import { TextArea } from '../../ui/inputs/field.tsx'
import { texts } from './texts.ts'

const { metadata: words } = texts

/** How much of a platform's limit is used, under the field it measures. */
export function Counter({ measure, label }: { measure: Measure | undefined; label?: string }) {
  if (!measure) return null
  return (
    <p
      className={cx(
        'numeric -mt-2.5 text-right text-xs',
        measure.used > measure.limit ? 'font-semibold text-danger' : 'text-muted',
      )}
    >
      {label && `${label}: `}
      {words.used(measure.used, measure.limit)}
    </p>
  )
}

/** A list of words as one line of text. What is being typed stays as typed until the field loses focus. */
export function ListField({
  label,
  hint,
  separator,
  sign = '',
  values,
  error,
  parse,
  onChange,
}: {
  label: string
  hint: string
  separator: string
  sign?: string
  values: readonly string[]
  error: string | undefined
  parse: (text: string) => string[]
  onChange: (values: string[]) => void
}) {
  const written = values.map(value => sign + value.replace(/^#/, '')).join(separator)
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextArea
      label={label}
      hint={hint}
      rows={2}
      className="min-h-18"
      value={typed ?? (sign ? written : values.join(separator))}
      error={error}
      onChange={event => {
        setTyped(event.target.value)
        onChange(parse(event.target.value))
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
