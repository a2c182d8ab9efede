import {
  measureTiktok,
  measureYoutube,
  type TiktokTexts,
  type YoutubeTexts,
} from '#contract/platform-limits.ts'
import type { ReviewState } from '#contract/review.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Counter, ListField } from './measured-fields.tsx'
import { hashtagsFrom, tagsFrom } from './rules.ts'
import { texts } from './texts.ts'

const { metadata: words } = texts

/** What staff have typed and not saved; kept while they look at other videos. */
export interface MetadataDraft {
  youtube?: YoutubeTexts
  tiktok?: TiktokTexts
}

/** The texts of each platform, measured as the platform measures them. */
export default function MetadataForm({
  review,
  draft,
  onDraft,
  busy,
  onSave,
}: {
  review: ReviewState
  draft: MetadataDraft | null
  onDraft: (draft: MetadataDraft | null) => void
  busy: boolean
  onSave: (draft: MetadataDraft) => void
}) {
  const youtube = draft?.youtube ?? review.youtube
  const tiktok = draft?.tiktok ?? review.tiktok
  const changeYoutube = (part: Partial<YoutubeTexts>) =>
    youtube && onDraft({ ...draft, youtube: { ...youtube, ...part } })
  const changeTiktok = (part: Partial<TiktokTexts>) =>
    tiktok && onDraft({ ...draft, tiktok: { ...tiktok, ...part } })
  const measures = [...(youtube ? measureYoutube(youtube) : []), ...(tiktok ? measureTiktok(tiktok) : [])]
  const of = (field: string) => measures.find(measure => measure.field === field)
  const together = of('tiktok.title')
  return (
    <li>
      <form
        className="space-y-7"
        onSubmit={event => {
          event.preventDefault()
          if (draft) onSave(draft)
        }}
      >
        {youtube && (
          <fieldset className="space-y-4">
            <legend className="heading mb-3 text-[1.375rem]">{words.youtube}</legend>
            <TextField
              label={words.title}
              value={youtube.title}
              error={of('youtube.title')?.problem ?? undefined}
              onChange={event => changeYoutube({ title: event.target.value })}
            />
            <Counter measure={of('youtube.title')} />
            <TextArea
              label={words.description}
              rows={6}
              value={youtube.description}
              error={of('youtube.description')?.problem ?? undefined}
              onChange={event => changeYoutube({ description: event.target.value })}
            />
            <Counter measure={of('youtube.description')} />
            <ListField
              label={words.tags}
              hint={words.separated}
              separator=", "
              values={youtube.tags}
              error={of('youtube.tags')?.problem}
              parse={tagsFrom}
              onChange={tags => changeYoutube({ tags })}
            />
            <Counter measure={of('youtube.tags')} />
          </fieldset>
        )}
        {tiktok && (
          <fieldset className="space-y-4">
            <legend className="heading mb-3 text-[1.375rem]">{words.tiktok}</legend>
            <TextField
              label={words.title}
              value={tiktok.title}
              error={together?.problem ?? undefined}
              onChange={event => changeTiktok({ title: event.target.value })}
            />
            <TextArea
              label={words.description}
              rows={3}
              value={tiktok.description}
              onChange={event => changeTiktok({ description: event.target.value })}
            />
            <ListField
              label={words.hashtags}
              hint={words.hashtagHint}
              separator=" "
              sign="#"
              values={tiktok.hashtags}
              error={of('tiktok.hashtags')?.problem}
              parse={hashtagsFrom}
              onChange={hashtags => changeTiktok({ hashtags })}
            />
            <Counter measure={together} label={words.together} />
          </fieldset>
        )}
        {measures.some(measure => measure.problem) && (
          <p role="alert" className="text-danger text-sm">
            {words.tooLong}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-2.5">
          <Button type="submit" variant="outline" busy={busy && !!draft} disabled={!draft}>
            {busy && draft ? words.saving : words.save}
          </Button>
          {draft && (
            <>
              <Button variant="quiet" onClick={() => onDraft(null)}>
                {words.discard}
              </Button>
              <span className="text-muted text-sm">{words.unsaved}</span>
            </>
          )}
        </div>
      </form>
    </li>
  )
}
