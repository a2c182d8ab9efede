import type { CompiledHighlights } from '#contract/analysis.ts'
import { ClipPreview } from '../../entities/clip/clip-preview.tsx'
import { texts } from '../../features/review/texts.ts'
import { formatClock, formatPercent } from '../../lib/format.ts'
import { ItemCard } from './card.tsx'
import { ItemActions } from './item-actions.tsx'

/** One reel of several highlights: plays the file that would be published, and can be approved. */
export function CompilationCard({
  videoId,
  compilation: { title, description, totalDuration, score },
  index,
  current,
  locked,
  approved,
  previewing,
  onFocus,
  onPreview,
  onApprove,
}: {
  videoId: string
  compilation: Omit<CompiledHighlights, 'clips'>
  index: number
  current: boolean
  /** another staff member has to decide */
  locked: boolean
  approved: boolean
  previewing: boolean
  onFocus: () => void
  onPreview: () => void
  onApprove: () => void
}) {
  return (
    <ItemCard current={current} onFocus={onFocus}>
      <h3 className="font-semibold leading-snug">{title}</h3>
      <p className="mt-1 text-muted text-sm">{description}</p>
      <p className="numeric mt-1 text-muted text-sm">
        {texts.totalDuration(formatClock(totalDuration))} · {texts.levels.score} {formatPercent(score)}
      </p>
      <ItemActions
        name={title}
        current={current}
        locked={locked}
        approved={approved}
        previewing={previewing}
        onApprove={onApprove}
        onPreview={onPreview}
      />
      {previewing && (
        <div className="mt-3.5 border-line border-t pt-3.5">
          <ClipPreview
            videoId={videoId}
            kind="reel"
            index={index}
            spot={`${index}-${totalDuration}`}
            name={title}
          />
        </div>
      )}
    </ItemCard>
  )
}
