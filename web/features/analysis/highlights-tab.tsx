import { useMemo } from 'react'
import type { AiHighlightsAnswer } from '#contract/analysis.ts'
import { clipAt } from '../../entities/highlight/timeline/clips.ts'
import { useTime } from '../../entities/highlight/timeline/time-source.ts'
import type { Playback } from '../../entities/player/playback.ts'
import { formatClock } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { HighlightItem } from './highlight-item.tsx'
import { texts } from './texts.ts'
import { TimeButton } from './time-button.tsx'

/** Notes of possible crashes, then every highlight with its score and evidence, best first, and the editing suggestions. */
export function HighlightsTab(props: Props) {
  const notes = props.found?.safety ?? []
  return (
    <div className="space-y-4">
      {notes.map(({ time, text }) => (
        <Alert
          key={time}
          tone="warning"
          title={texts.safety.title(formatClock(time))}
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
      <ol className="space-y-2.5">
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
      {best[0] && <p className="-mt-4 text-muted text-xs">{texts.scoredBy(best[0].scoreModel)}</p>}
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
