import { knownTexts, measuresOfTexts, textSets, textsFrom } from '#contract/platforms/index.ts'
import { type PlatformTexts, wordsFrom } from '#contract/platforms/limits.ts'
import type { ReviewState } from '#contract/review.ts'
import { texts } from '#texts/features/review.ts'
import { Button } from '../../ui/button.tsx'
import { WordsFields } from './words-fields.tsx'

const { metadata: words } = texts

/** What staff have typed and not saved; kept while they look at other videos. */
export type MetadataDraft = Partial<PlatformTexts>

const descriptionRows = { tagged: 6, caption: 3 } as const

/** The texts for each platform, measured by its rules. */
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
  const shown = knownTexts(draft ?? {}, review)
  const measures = measuresOfTexts(shown)
  return (
    <li>
      <form
        className="space-y-7"
        onSubmit={event => {
          event.preventDefault()
          if (draft) onSave(draft)
        }}
      >
        {textSets.map(({ set, facts }) => {
          const of = shown[set]
          return (
            of && (
              <fieldset key={set} className="space-y-4">
                <legend className="heading mb-3 text-[1.375rem]">{facts.name}</legend>
                <WordsFields
                  facts={facts}
                  rows={descriptionRows[facts.style]}
                  value={wordsFrom(of)}
                  onChange={value => onDraft({ ...draft, ...textsFrom(set, value) })}
                />
              </fieldset>
            )
          )
        })}
        {measures.some(measure => measure.problem) && (
          <p role="alert" className="text-danger text-sm">
            {words.tooLong}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-2.5">
          <Button
            type="submit"
            variant="outline"
            busy={busy && !!draft}
            disabled={!draft || !review.mayDecide}
          >
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
