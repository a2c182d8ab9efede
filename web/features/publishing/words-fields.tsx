import type { PlatformMetadata } from '#contract/publishing.ts'
import type { Platform } from '#contract/publishing-constants.ts'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Counter, ListField } from '../review/measured-fields.tsx'
import { hashtagsFrom, tagsFrom } from '../review/rules.ts'
import { texts as reviewTexts } from '../review/texts.ts'
import { measuresOf } from './rules.ts'

const { metadata: words } = reviewTexts

/** The words of one publication, measured as its platform measures them. */
export function WordsFields({
  platform,
  metadata,
  onChange,
}: {
  platform: Platform
  metadata: PlatformMetadata
  onChange: (metadata: PlatformMetadata) => void
}) {
  const measures = measuresOf(platform, metadata)
  const of = (field: string) => measures.find(measure => measure.field.endsWith(`.${field}`))
  const change = (part: Partial<PlatformMetadata>) => onChange({ ...metadata, ...part })
  const tiktok = platform === 'tiktok'
  return (
    <>
      <TextField
        label={words.title}
        value={metadata.title}
        error={of('title')?.problem ?? undefined}
        onChange={event => change({ title: event.target.value })}
      />
      {!tiktok && <Counter measure={of('title')} />}
      <TextArea
        label={words.description}
        rows={4}
        value={metadata.description}
        error={of('description')?.problem ?? undefined}
        onChange={event => change({ description: event.target.value })}
      />
      {!tiktok && <Counter measure={of('description')} />}
      <ListField
        label={tiktok ? words.hashtags : words.tags}
        hint={tiktok ? words.hashtagHint : words.separated}
        separator={tiktok ? ' ' : ', '}
        sign={tiktok ? '#' : ''}
        values={metadata.tags}
        error={of(tiktok ? 'hashtags' : 'tags')?.problem}
        parse={tiktok ? hashtagsFrom : tagsFrom}
        onChange={tags => change({ tags })}
      />
      {tiktok ? <Counter measure={of('title')} label={words.together} /> : <Counter measure={of('tags')} />}
    </>
  )
}
