import { useMemo } from 'react'
import type { PublicHighlight } from '#contract/sharing/public-video.ts'
import { clipAt, points } from '../../../entities/highlight/timeline/clips.ts'
import { useTime } from '../../../entities/highlight/timeline/time-source.ts'
import type { Playback } from '../../../entities/player/playback.ts'
import { cx } from '../../../lib/cx.ts'
import { formatClock } from '../../../lib/format.ts'
import { texts } from './texts.ts'

/** A ride's highlights in its order; pressing one plays it. */
export function PublicHighlights({
  highlights,
  playback,
}: {
  highlights: readonly PublicHighlight[]
  playback: Playback
}) {
  const inOrder = useMemo(() => [...highlights].sort((a, b) => a.start - b.start), [highlights])
  const current = useTime(playback, seconds => clipAt(inOrder, seconds))
  return (
    <ol className="-mx-2 space-y-1">
      {inOrder.map(({ start, end, description, score, clipType }, index) => (
        <li key={`${start}-${end}`}>
          <button
            type="button"
            aria-current={index === current}
            onClick={() => playback.seek(start, { play: true })}
            className={cx(
              'flex min-h-11 w-full items-baseline gap-3 rounded-md px-2 py-2 text-left transition-colors hover:bg-ground',
              index === current && 'bg-ground',
            )}
          >
            <span className="numeric w-12 shrink-0 text-muted text-sm">{formatClock(start)}</span>
            <span className="min-w-0 flex-1 text-pretty">{description}</span>
            <span
              title={texts.excitement}
              className={cx(
                'figure shrink-0 text-[1.25rem]',
                clipType === 'action' ? 'text-accent' : 'text-pine',
              )}
            >
              {points(score)}
              <span className="text-sm">%</span>
              <span className="sr-only"> {texts.excitement}</span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
