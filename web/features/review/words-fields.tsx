import { useState } from 'react'
import type { PlatformFacts } from '#contract/platforms/index.ts'
import type { Measure, Words } from '#contract/platforms/limits.ts'
import { texts } from '#texts/features/review.ts'
import { cx } from '../../lib/cx.ts'
import { TextArea, TextField } from '../../ui/inputs/field.tsx'
import { hashtagsFrom, tagsFrom } from './rules.ts'
import { problemSentence } from './text-problem.ts'

const { metadata: words } = texts

/** How each style writes a list, and which counters are under it. */
const lists = {
  tagged: { label: words.tags, hint: words.separated, separator: ', ', sign: '', parse: tagsFrom },
  caption: { label: words.hashtags, hint: words.hashtagHint, separator: ' ', sign: '#', parse: hashtagsFrom },
} as const

/** A platform's texts, measured by its rules: field by field, or all together. */
export function WordsFields<W extends Words>({
  facts,
  value,
  rows = 4,
  onChange,
}: {
  facts: PlatformFacts
  value: W
  /** of the description */
  rows?: number
  onChange: (value: W) => void
}) {
  const measures = facts.measure(value)
  const of = (field: string): Measure | undefined =>
    measures.find(measure => measure.field.endsWith(`.${field}`))
  const wrong = (field: string): string | undefined => {
    const problem = of(field)?.problem
    return problem ? problemSentence(problem) : undefined
  }
  const each = facts.style === 'tagged'
  return (
    <>
      <TextField
        label={words.title}
        value={value.title}
        error={wrong('title')}
        onChange={event => onChange({ ...value, title: event.target.value })}
      />
      {each && <Counter measure={of('title')} />}
      <TextArea
        label={words.description}
        rows={rows}
        value={value.description}
        error={wrong('description')}
        onChange={event => onChange({ ...value, description: event.target.value })}
      />
      {each && <Counter measure={of('description')} />}
      <ListField
        {...lists[facts.style]}
        values={value.tags}
        error={wrong(each ? 'tags' : 'hashtags')}
        onChange={tags => onChange({ ...value, tags })}
      />
      {each ? <Counter measure={of('tags')} /> : <Counter measure={of('title')} label={words.together} />}
    </>
  )
}

/** How much of a platform's limit is used, under the field it measures. */
function Counter({ measure, label }: { measure: Measure | undefined; label?: string }) {
  if (!measure) return null
  return (
    <p
      className={cx(
        'numeric -mt-2.5 text-right text-xs',
        measure.used > measure.limit ? 'font-semibold text-danger' : 'text-muted',
      )}
    >
      {label && `${label}: `}
      {words.used({ used: measure.used, limit: measure.limit })}
    </p>
  )
}

/** A list of words as one line of text. What is being typed stays as typed until the field loses focus. */
function ListField({
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
