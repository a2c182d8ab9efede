import type { ThumbnailRecommendation } from '#contract/analysis.ts'
import { frameAddress } from '#contract/paths.ts'
import { Thumbnail } from '../../entities/video/thumbnail.tsx'
import { Key } from '../../features/review/keys-help.tsx'
import { texts } from '../../features/review/texts.ts'
import { formatClock, formatPercent } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ItemCard } from './card.tsx'

/** One recommended frame for the cover, and why. */
export function ThumbnailCard({
  frame: { timestamp, reason, score },
  streamId,
  current,
  locked,
  chosen,
  onFocus,
  onShow,
  onUse,
}: {
  frame: ThumbnailRecommendation
  streamId: string | null
  current: boolean
  /** another staff member has to decide */
  locked: boolean
  chosen: boolean
  onFocus: () => void
  onShow: () => void
  onUse: () => void
}) {
  const time = formatClock(timestamp)
  return (
    <ItemCard current={current} onFocus={onFocus}>
      <div className="flex gap-3.5">
        <button
          type="button"
          onClick={onShow}
          aria-label={texts.frameAt(time)}
          className="self-start rounded-md"
        >
          <Thumbnail
            video={{ thumbnailUrl: streamId && frameAddress(streamId, timestamp, 360), duration: 0 }}
            className="w-36 sm:w-44"
          />
        </button>
        <div className="min-w-0 flex-1">
          <p className="numeric text-muted text-sm">
            {time} · {texts.levels.score} {formatPercent(score)}
          </p>
          <p className="mt-0.5 text-[0.9375rem]">{reason}</p>
          <div className="mt-2.5">
            {chosen ? (
              <Badge tone="green">{texts.inUse}</Badge>
            ) : (
              <Button
                variant={current ? 'primary' : 'outline'}
                size="sm"
                aria-label={`${texts.useThis}: ${time}`}
                disabled={locked}
                onClick={onUse}
              >
                {texts.useThis} {current && <Key>S</Key>}
              </Button>
            )}
          </div>
        </div>
      </div>
    </ItemCard>
  )
}
