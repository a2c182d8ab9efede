import { useMemo } from 'react'
import type { AiHighlightsAnswer, Highlight } from '#contract/analysis.ts'
import { cx } from '../../lib/cx.ts'
import { formatClock } from '../../lib/format.ts'
import { clipAt, points } from '../../ui/highlight-timeline/clips.ts'
import { useTime } from '../../ui/highlight-timeline/time-source.ts'
import type { Playback } from '../player/playback.ts'
import { texts } from './texts.ts'
import { TimeButton } from './time-button.tsx'

/** Every clip with its score and the measured facts behind it, best first; then what an editor could do. */
export function HighlightsTab({ found, playback }: { found: AiHighlightsAnswer | null; playback: Playback }) {
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
      <ol className="space-y-2.5">
        {best.map((highlight, index) => (
          <HighlightItem
            key={`${highlight.start}-${highlight.end}`}
            highlight={highlight}
            current={index === current}
            onPlay={() => playback.seek(highlight.start, { play: true })}
          />
        ))}
      </ol>
      {found && found.editingSuggestions.length > 0 && (
        <div>
          <h3 className="mb-2 font-semibold text-sm">Editing suggestions</h3>
          <ul className="divide-y divide-line border-line border-y">
            {found.editingSuggestions.map(suggestion => (
              <li key={`${suggestion.timestamp}-${suggestion.type}`} className="flex gap-3 py-2.5 text-sm">
                <TimeButton seconds={suggestion.timestamp} playback={playback} />
                <span>
                  <span className="inline-block font-medium first-letter:uppercase">
                    {suggestion.type.replaceAll('_', ' ')}.
                  </span>{' '}
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

function HighlightItem({
  highlight,
  current,
  onPlay,
}: {
  highlight: Highlight
  current: boolean
  onPlay: () => void
}) {
  const action = highlight.clipType === 'action'
  return (
    <li
      className={cx(
        'rounded-lg border bg-surface transition-colors',
        current ? 'border-accent' : 'border-line hover:border-line-strong',
      )}
    >
      <button
        type="button"
        onClick={onPlay}
        className="flex w-full gap-3 rounded-lg px-3 pt-3 pb-2 text-left"
      >
        <span className={cx('w-15 shrink-0 text-center', action ? 'text-accent' : 'text-pine')}>
          <span className="figure block text-[2rem] leading-[1.05]">
            {points(highlight.score)}
            <span className="text-[1.1rem]">%</span>
          </span>
          <span className="block text-[0.6875rem] text-muted leading-tight">excitement</span>
        </span>
        <span className="min-w-0 flex-1 pt-0.5">
          <span className="block font-semibold leading-snug">{highlight.description}</span>
          <span className="numeric mt-0.5 block text-muted text-sm">
            {formatClock(highlight.start)}-{formatClock(highlight.end)}
            <span className="px-1.5">·</span>
            {action ? 'Action' : 'Scenic'}
          </span>
        </span>
      </button>
      {highlight.evidence.length > 0 && (
        <ul className="mr-4 mb-3 ml-21 space-y-1 text-sm">
          {highlight.evidence.map(fact => (
            <li
              key={`${fact.type}-${fact.source}-${fact.core}`}
              className="flex items-baseline justify-between gap-3"
            >
              <span className="text-pretty">{fact.text}</span>
              <span className="shrink-0 text-muted text-xs">{texts.sources[fact.source]}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
