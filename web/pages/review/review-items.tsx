import { type ReactNode, Suspense } from 'react'
import type { CompiledHighlights, ThumbnailRecommendation } from '#contract/analysis.ts'
import { frameAddress } from '#contract/paths.ts'
import { textSets } from '#contract/platforms/index.ts'
import type { ReviewState } from '#contract/review.ts'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/features/review.ts'
import { ClipPreview } from '../../entities/clip/clip-preview.tsx'
import type { Playback } from '../../entities/player/playback.ts'
import { Thumbnail } from '../../entities/video/thumbnail.tsx'
import { Reels } from '../../features/reels/reels.tsx'
import { Key } from '../../features/review/keys-help.tsx'
import type { MetadataDraft } from '../../features/review/metadata-form.tsx'
import { isTrimmed } from '../../features/review/rules.ts'
import type { Actions } from '../../features/review/use-actions.ts'
import { formatClock, formatLength, formatPercent } from '../../lib/format.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { part } from '../../ui/part/part.tsx'
import { ItemCard } from './card.tsx'
import { HighlightCard } from './highlight-card.tsx'
import { ItemActions } from './item-actions.tsx'
import type { ReviewList, TabName } from './use-review-list.ts'

const MetadataForm = part(() => import('../../features/review/metadata-form.tsx'))

interface ItemsProps {
  videoId: string
  video: Video | undefined
  review: ReviewState | undefined
  list: ReviewList
  /** whether a highlight, by its index in the analysis, is picked for a comparison */
  isCompared: (index: number) => boolean
  /** picks it, or puts it back; null: there is nothing to play */
  onCompare: ((index: number) => void) | null
  actions: Actions
  playback: Playback
  draft: MetadataDraft | null
  onDraft: (draft: MetadataDraft | null) => void
  onSave: (draft: MetadataDraft) => void
}

/** The items of a review tab. */
export function ReviewItems({ tab, ...items }: ItemsProps & { tab: TabName }) {
  const { length, shown } = { highlights, metadata, thumbnails, compilations }[tab](items)
  const scored = items.review && (tab === 'highlights' || tab === 'compilations')
  const model = scored ? items.review?.scoreModel : null
  const note = model ? texts.scoredBy({ model }) : undefined
  return (
    <>
      <ItemList empty={texts.none[tab]} length={length} note={note} shown={shown} />
      {tab === 'compilations' && items.video?.cfReadyToStream && <MadeReels video={items.video} />}
    </>
  )
}

/** Reels that its rider or staff made by hand, and the way to make one. */
const MadeReels = ({ video }: { video: Video }) => (
  <div className="mt-4">
    <Reels video={video} own={video.userId === useUser().id} />
  </div>
)

const highlights = ({ videoId, review, list, isCompared, onCompare, actions, playback }: ItemsProps) => ({
  length: list.ranked.length,
  shown: list.ranked.map(({ highlight, index }, place) => (
    <HighlightCard
      key={index}
      videoId={videoId}
      highlight={highlight}
      index={index}
      current={place === list.cursor}
      locked={review?.mayDecide === false}
      approved={!!review?.approvedHighlights.includes(index)}
      rejected={!!review?.rejectedHighlights.includes(index)}
      trimmed={isTrimmed(review?.trims.find(trim => trim.index === index))}
      previewing={list.previewing === place}
      compared={isCompared(index)}
      onCompare={onCompare && (() => onCompare(index))}
      onFocus={() => list.setCursor(place)}
      onPlay={() => playback.seek(highlight.start, { play: true })}
      onPreview={() => list.toggle(place)}
      onApprove={() => void actions.approveHighlight(index)}
      onReject={() => void actions.rejectHighlight(index)}
    />
  )),
})

const metadata = ({ review, draft, onDraft, actions, onSave }: ItemsProps) => ({
  length: review && textSets.some(({ set }) => review[set]) ? 1 : 0,
  shown: review && (
    <Suspense>
      <MetadataForm review={review} draft={draft} onDraft={onDraft} busy={actions.busy} onSave={onSave} />
    </Suspense>
  ),
})

const thumbnails = ({ video, review, list, actions, playback }: ItemsProps) => ({
  length: list.thumbnails.length,
  shown: list.thumbnails.map((frame, place) => (
    <ThumbnailCard
      key={frame.timestamp}
      frame={frame}
      streamId={video?.cfStreamId ?? null}
      current={place === list.cursor}
      locked={review?.mayDecide === false}
      chosen={review?.thumbnailTimestamp === frame.timestamp}
      onFocus={() => list.setCursor(place)}
      onShow={() => playback.seek(frame.timestamp)}
      onUse={() => void actions.chooseThumbnail(frame.timestamp)}
    />
  )),
})

const compilations = ({ videoId, review, list, actions }: ItemsProps) => ({
  length: list.compilations.length,
  shown: list.compilations.map((compilation, index) => (
    <CompilationCard
      // biome-ignore lint/suspicious/noArrayIndexKey: the index is what a compilation is called by
      key={index}
      videoId={videoId}
      compilation={compilation}
      index={index}
      current={index === list.cursor}
      locked={review?.mayDecide === false}
      approved={!!review?.approvedCompilations.includes(index)}
      previewing={list.previewing === index}
      onFocus={() => list.setCursor(index)}
      onPreview={() => list.toggle(index)}
      onApprove={() => void actions.approveCompilation(index)}
    />
  )),
})

/** A tab's items, or a message that it has none. */
const ItemList = ({
  length,
  empty,
  note,
  shown,
}: {
  length: number
  empty: string
  /** below the list */
  note: string | undefined
  shown: ReactNode
}) =>
  length === 0 ? (
    <p className="rounded-lg border border-line border-dashed px-5 py-8 text-center font-semibold">{empty}</p>
  ) : (
    <>
      <ol className="space-y-2.5">{shown}</ol>
      {note && <p className="mt-3 text-muted text-xs">{note}</p>}
    </>
  )

/** One reel of several highlights: plays the file that would be published, and can be approved. */
function CompilationCard({
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
        {texts.totalDuration({ time: formatLength(totalDuration) })} · {texts.levels.score}{' '}
        {formatPercent(score)}
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

/** One recommended frame for the cover, and why. */
function ThumbnailCard({
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
          aria-label={texts.frameAt({ time })}
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
