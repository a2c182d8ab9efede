import { Suspense } from 'react'
import { textSets } from '#contract/platforms/index.ts'
import type { ReviewState } from '#contract/review.ts'
import type { Video } from '#contract/videos.ts'
import type { Playback } from '../../entities/player/playback.ts'
import { Reels } from '../../features/reels/reels.tsx'
import type { MetadataDraft } from '../../features/review/metadata-form.tsx'
import { isTrimmed } from '../../features/review/rules.ts'
import { texts } from '../../features/review/texts.ts'
import type { Actions } from '../../features/review/use-actions.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { part } from '../../ui/part/part.tsx'
import { CompilationCard } from './compilation-card.tsx'
import { HighlightCard } from './highlight-card.tsx'
import { ItemList } from './item-list.tsx'
import type { TabName } from './tab-names.ts'
import { ThumbnailCard } from './thumbnail-card.tsx'
import type { ReviewList } from './use-review-list.ts'

const MetadataForm = part(() => import('../../features/review/metadata-form.tsx'))

interface ItemsProps {
  videoId: string
  video: Video | undefined
  review: ReviewState | undefined
  list: ReviewList
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
  const note = model ? texts.scoredBy(model) : undefined
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

const highlights = ({ videoId, review, list, actions, playback }: ItemsProps) => ({
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
