import { Suspense, useMemo, useState } from 'react'
import type { AiHighlightsAnswer, Evidence, Highlight } from '#contract/analysis.ts'
import { texts as clipTexts } from '#texts/entities/clip.ts'
import { texts } from '#texts/features/analysis.ts'
import { ClipPreview } from '../../entities/clip/clip-preview.tsx'
import { clipAt, points } from '../../entities/highlight/timeline/clips.ts'
import { useTime } from '../../entities/highlight/timeline/time-source.ts'
import type { Playback } from '../../entities/player/playback.ts'
import { cx } from '../../lib/cx.ts'
import { formatClock } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { part } from '../../ui/part/part.tsx'
import { TimeButton } from './time-button.tsx'

const ShareVideo = part(() => import('../sharing/share-video.tsx'))

/** Notes of possible crashes, then every highlight with its score and evidence, best first, and the editing suggestions. */
export function HighlightsTab(props: Props) {
  const notes = props.found?.safety ?? []
  return (
    <div className="space-y-4">
      {notes.map(({ time, text }) => (
        <Alert
          key={time}
          tone="warning"
          title={texts.safety.title({ clock: formatClock(time) })}
          action={<TimeButton seconds={time} playback={props.playback} />}
        >
          {text} {texts.safety.text}
        </Alert>
      ))}
      <Found {...props} />
    </div>
  )
}

/** The names are the web's; a kind that a newer server knows is shown as the server names it. */
const nameOfSuggestion = (type: string): string =>
  Object.entries(texts.suggestionTypes).find(([known]) => known === type)?.[1] ?? type.replaceAll('_', ' ')

interface Props {
  videoId: string
  found: AiHighlightsAnswer | null
  playback: Playback
}

function Found({ videoId, found, playback }: Props) {
  const best = useMemo(() => [...(found?.highlights ?? [])].sort((a, b) => b.score - a.score), [found])
  const current = useTime(playback, seconds => clipAt(best, seconds))
  if (best.length === 0)
    return (
      <div className="rounded-lg border border-line border-dashed px-5 py-8 text-center">
        <p className="font-semibold">{texts.noHighlights}</p>
        {found?.abstained && <p className="mx-auto mt-1.5 max-w-sm text-muted text-sm">{found.abstained}</p>}
      </div>
    )
  return (
    <div className="space-y-7">
      <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
        {best.map((highlight, index) => (
          <HighlightItem
            key={`${highlight.start}-${highlight.end}`}
            videoId={videoId}
            highlight={highlight}
            index={found?.highlights.indexOf(highlight) ?? 0}
            current={index === current}
            onPlay={() => playback.seek(highlight.start, { play: true })}
          />
        ))}
      </ol>
      {best[0] && <p className="-mt-4 text-muted text-xs">{texts.scoredBy({ model: best[0].scoreModel })}</p>}
      {found && found.editingSuggestions.length > 0 && (
        <div>
          <h3 className="mb-2 font-semibold text-sm">{texts.suggestions}</h3>
          <ul className="divide-y divide-line border-line border-y">
            {found.editingSuggestions.map(suggestion => (
              <li key={`${suggestion.timestamp}-${suggestion.type}`} className="flex gap-3 py-2.5 text-sm">
                <TimeButton seconds={suggestion.timestamp} playback={playback} />
                <span>
                  <span className="font-medium">{nameOfSuggestion(suggestion.type)}.</span>{' '}
                  <span className="text-muted">{suggestion.description}</span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

/** Where the evidence comes from, each source once. */
const sourcesOf = (evidence: readonly Evidence[]): string =>
  [...new Set(evidence.map(({ source }) => texts.sources[source]))].join(', ')

/** The evidence that a highlight's own words don't already say, a line each, with its source. */
function OtherFacts({ highlight: { description, evidence } }: { highlight: Highlight }) {
  const facts = evidence.filter(({ text }) => !description.includes(text))
  if (facts.length === 0) return null
  return (
    <ul className="space-y-1">
      {facts.map(fact => (
        <li
          key={`${fact.type}-${fact.source}-${fact.core}`}
          className="flex items-baseline justify-between gap-3"
        >
          <span className="text-pretty first-letter:uppercase">{fact.text}</span>
          <span className="shrink-0 text-muted text-xs">{texts.sources[fact.source]}</span>
        </li>
      ))}
    </ul>
  )
}

/** One highlight: what happened, what proves it, and the clip that would be cut from it. */
function HighlightItem({
  videoId,
  highlight,
  index,
  current,
  onPlay,
}: {
  videoId: string
  highlight: Highlight
  /** in the list of the newest analysis */
  index: number
  current: boolean
  onPlay: () => void
}) {
  const [previewing, setPreviewing] = useState(false)
  const action = highlight.clipType === 'action'
  return (
    <li
      className={cx(
        'transition-shadow first:rounded-t-lg last:rounded-b-lg',
        current && 'shadow-[inset_3px_0_var(--accent)]',
      )}
    >
      <button
        type="button"
        onClick={onPlay}
        className="flex w-full gap-3 rounded-lg px-3 pt-3.5 pb-1 text-left"
      >
        <span className={cx('w-15 shrink-0 text-center', action ? 'text-accent' : 'text-pine')}>
          <span className="figure block text-[2rem] leading-[1.05]">
            {points(highlight.score)}
            <span className="text-[1.1rem]">%</span>
          </span>
          <span className="block text-[0.6875rem] text-muted leading-tight">{texts.excitement}</span>
        </span>
        <span className="min-w-0 flex-1 pt-0.5">
          <span className="block font-semibold leading-snug">{highlight.description}</span>
          <span className="numeric mt-0.5 flex flex-wrap items-baseline gap-x-3 text-muted text-sm">
            <span>
              {formatClock(highlight.start)}-{formatClock(highlight.end)}
              <span className="px-1.5">·</span>
              {action ? texts.kinds.action : texts.kinds.scenic}
            </span>
            <span className="text-xs">{sourcesOf(highlight.evidence)}</span>
          </span>
        </span>
      </button>
      <div className="mr-3 mb-3 ml-21 text-sm">
        <Button
          variant="outline"
          size="sm"
          className="float-right ml-3"
          aria-expanded={previewing}
          aria-label={`${previewing ? clipTexts.close : clipTexts.preview}: ${highlight.description}`}
          onClick={() => setPreviewing(!previewing)}
        >
          {previewing ? clipTexts.close : clipTexts.preview}
        </Button>
        {/* The question is beside the button, the answer below both. */}
        <details>
          <summary className="w-fit cursor-pointer py-2 text-muted hover:text-ink">
            {texts.why({ score: String(points(highlight.score)) })}
          </summary>
          <div className="clear-right space-y-1.5 pt-1.5">
            <p>{texts.parts(highlight)}</p>
            <OtherFacts highlight={highlight} />
          </div>
        </details>
      </div>
      {previewing && (
        <div className="border-line border-t p-4">
          <ClipPreview
            videoId={videoId}
            kind="highlight"
            index={index}
            spot={`${highlight.start}-${highlight.end}`}
            name={highlight.description}
            more={clip => (
              <Suspense>
                <ShareVideo videoId={videoId} clipId={clip.id} />
              </Suspense>
            )}
          />
        </div>
      )}
    </li>
  )
}
