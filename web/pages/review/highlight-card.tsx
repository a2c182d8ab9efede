import { texts } from '#texts/features/review.ts'
import { texts as pageTexts } from '#texts/pages/review.ts'
import { ClipPreview } from '../../entities/clip/clip-preview.tsx'
import { points } from '../../entities/highlight/timeline/clips.ts'
import { Key } from '../../features/review/keys-help.tsx'
import type { ListedHighlight } from '../../features/review/rules.ts'
import { cx } from '../../lib/cx.ts'
import { formatClock, formatPercent } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ItemCard } from './card.tsx'
import { ItemActions } from './item-actions.tsx'

/** One highlight: what happens, when, its scores, its clip, and its approval. */
export function HighlightCard({
  videoId,
  highlight,
  index,
  current,
  locked,
  approved,
  rejected,
  trimmed,
  previewing,
  compared,
  onCompare,
  onFocus,
  onPlay,
  onPreview,
  onApprove,
  onReject,
}: {
  videoId: string
  highlight: ListedHighlight
  /** index in the analysis */
  index: number
  current: boolean
  /** another staff member has to decide */
  locked: boolean
  approved: boolean
  rejected: boolean
  trimmed: boolean
  previewing: boolean
  /** picked for a comparison */
  compared: boolean
  /** null: there is nothing to play */
  onCompare: (() => void) | null
  onFocus: () => void
  onPlay: () => void
  onPreview: () => void
  onApprove: () => void
  onReject: () => void
}) {
  const { description, start, end, clipType, score, motionLevel, excitementLevel } = highlight
  const levels = [
    [texts.levels.score, score],
    [texts.levels.motion, motionLevel],
    [texts.levels.excitement, excitementLevel],
  ] as const
  return (
    <ItemCard current={current} onFocus={onFocus}>
      <div className="flex gap-3.5">
        <span
          aria-hidden="true"
          className={cx(
            'figure w-9 shrink-0 text-[2rem] leading-none',
            clipType === 'action' ? 'text-accent' : 'text-pine',
          )}
        >
          {points(score)}
        </span>
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold leading-snug">
            <button type="button" onClick={onPlay} className="rounded-sm text-left hover:underline">
              {description}
            </button>
          </h3>
          <p className="numeric mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-muted text-sm">
            <span>
              {formatClock(start)}-{formatClock(end)}
            </span>
            <span>{texts.clipTypes[clipType]}</span>
            {levels.map(([name, level]) => (
              <span key={name}>
                {name} {formatPercent(level)}
              </span>
            ))}
          </p>
          <ItemActions
            name={description}
            current={current}
            locked={locked}
            approved={approved}
            rejected={rejected}
            previewing={previewing}
            onApprove={onApprove}
            onReject={onReject}
            onPreview={onPreview}
          >
            {onCompare && (
              <Button
                variant="outline"
                size="sm"
                aria-pressed={compared}
                aria-label={pageTexts.compare.pick({ what: description })}
                onClick={onCompare}
              >
                {pageTexts.compare.action} {current && <Key>C</Key>}
              </Button>
            )}
            {trimmed && <Badge tone="gray">{texts.trimmed}</Badge>}
          </ItemActions>
        </div>
      </div>
      {previewing && (
        <div className="mt-3.5 border-line border-t pt-3.5">
          <ClipPreview
            videoId={videoId}
            kind="highlight"
            index={index}
            spot={`${start}-${end}`}
            name={description}
          />
        </div>
      )}
    </ItemCard>
  )
}
