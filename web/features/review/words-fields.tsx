import type { PlatformFacts } from '#contract/platforms/index.ts'
import type { Measure, Words } from '#contract/platforms/limits.ts'
import { TextArea, TextField } from '../../ui/inputs/field.tsx'
import { Counter, ListField } from './measured-fields.tsx'
import { hashtagsFrom, tagsFrom } from './rules.ts'
import { problemSentence } from './text-problem.ts'
import { texts } from './texts.ts'

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
