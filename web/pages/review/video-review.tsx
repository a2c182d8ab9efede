import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { textSets } from '#contract/platforms/index.ts'
import type { AiProcessedVideo, ReviewState } from '#contract/review.ts'
import { usePlayback } from '../../entities/player/use-playback.ts'
import { videoQuery } from '../../entities/video/video.ts'
import { reviewQuery } from '../../features/review/calls.ts'
import { RejectDialog, warmUpRejectDialog } from '../../features/review/lazy-reject-dialog.tsx'
import type { MetadataDraft } from '../../features/review/metadata-form.tsx'
import { compilationsOf, highlightsOf, isTrimmed, thumbnailsOf } from '../../features/review/rules.ts'
import { texts } from '../../features/review/texts.ts'
import { useActions } from '../../features/review/use-actions.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { CompilationCard } from './compilation-card.tsx'
import { HighlightCard } from './highlight-card.tsx'
import { ItemList } from './item-list.tsx'
import { LastDecision } from './last-decision.tsx'
import { ReviewHeader } from './review-header.tsx'
import { Stage } from './stage.tsx'
import { type TabName, tabNames } from './tab-names.ts'
import { ThumbnailCard } from './thumbnail-card.tsx'
import { useKeys } from './use-keys.ts'
import { usePresence } from './use-presence.ts'

const MetadataForm = lazy(() => import('../../features/review/metadata-form.tsx'))

/** One video under review: the picture and its timeline, what the analysis made of it, and the decisions. */
export function VideoReview({
  video,
  tab,
  onTab,
  draft,
  onDraft,
  keysOn,
  onDecided,
  onUndo,
  onClose,
}: {
  video: AiProcessedVideo
  tab: TabName
  onTab: (tab: TabName) => void
  draft: MetadataDraft | null
  onDraft: (draft: MetadataDraft | null) => void
  keysOn: boolean
  /** `advance`: the video is done with */
  onDecided: (id: string, advance: boolean) => void
  onUndo: (review: ReviewState | undefined) => void
  onClose: () => void
}) {
  const { id } = video
  const details = useQuery(videoQuery(id))
  const { data: review, isError, error, refetch } = useQuery(reviewQuery(id))
  const others = usePresence(id)
  const playback = usePlayback()
  const panel = useRef<HTMLDivElement>(null)
  const [cursor, setCursor] = useState(0)
  const [previewing, setPreviewing] = useState<number | null>(null)
  const [rejecting, setRejecting] = useState(false)

  const highlights = useMemo(() => highlightsOf(video, review?.trims), [video, review?.trims])
  const thumbnails = useMemo(() => thumbnailsOf(video), [video])
  const compilations = useMemo(() => compilationsOf(video), [video])
  // Best first, each with its index in the analysis.
  const ranked = useMemo(
    () =>
      highlights
        .map((highlight, index) => ({ highlight, index }))
        .sort((a, b) => b.highlight.score - a.highlight.score),
    [highlights],
  )
  const count = {
    highlights: ranked.length,
    metadata: 0,
    thumbnails: thumbnails.length,
    compilations: compilations.length,
  }[tab]
  const current = tab === 'highlights' ? ranked[cursor] : undefined

  useEffect(warmUpRejectDialog, [])
  const actions = useActions(id, onDecided)
  const save = async (texts: MetadataDraft) => {
    const saved = await actions.saveMetadata(texts)
    if (saved) onDraft(null)
    return saved
  }
  const publish = async () => {
    if (!draft || (await save(draft))) await actions.publish()
  }

  const turnTo = (name: TabName) => {
    onTab(name)
    setCursor(0)
    setPreviewing(null)
  }
  const move = (step: 1 | -1) => {
    setCursor(at => Math.min(Math.max(0, count - 1), Math.max(0, at + step)))
    setPreviewing(null)
  }
  const select = () => {
    if (current) void actions.approveHighlight(current.index)
    else if (tab === 'thumbnails' && thumbnails[cursor])
      void actions.chooseThumbnail(thumbnails[cursor].timestamp)
    else if (tab === 'compilations' && compilations[cursor]) void actions.approveCompilation(cursor)
  }
  const preview = () => {
    if (tab === 'thumbnails') {
      const frame = thumbnails[cursor]
      if (frame) playback.seek(frame.timestamp)
      return
    }
    if (count === 0) return
    if (previewing !== cursor) {
      setPreviewing(cursor)
      return
    }
    const clip = panel.current?.querySelector('video')
    if (!clip) return
    // A refused start leaves the clip's own controls to press.
    if (clip.paused) void clip.play().catch(() => undefined)
    else clip.pause()
  }

  useKeys(keysOn && !rejecting, {
    a: () => void actions.approve(),
    r: () => setRejecting(true),
    n: () => move(1),
    p: () => move(-1),
    s: select,
    space: preview,
    ...Object.fromEntries(tabNames.map((name, index) => [String(index + 1), () => turnTo(name)])),
  })

  if (isError && !review)
    return <ErrorState title={texts.videoFailed} error={error} onRetry={() => void refetch()} />

  const toggle = (index: number) => setPreviewing(previewing === index ? null : index)
  const contents: Record<TabName, { length: number; shown: React.ReactNode }> = {
    highlights: {
      length: ranked.length,
      shown: ranked.map(({ highlight, index }, place) => (
        <HighlightCard
          key={index}
          videoId={id}
          highlight={highlight}
          index={index}
          current={place === cursor}
          approved={!!review?.approvedHighlights.includes(index)}
          trimmed={isTrimmed(review?.trims.find(trim => trim.index === index))}
          previewing={previewing === place}
          onFocus={() => setCursor(place)}
          onPlay={() => playback.seek(highlight.start, { play: true })}
          onPreview={() => toggle(place)}
          onApprove={() => void actions.approveHighlight(index)}
        />
      )),
    },
    metadata: {
      length: review && textSets.some(({ set }) => review[set]) ? 1 : 0,
      shown: review && (
        <Suspense>
          <MetadataForm
            review={review}
            draft={draft}
            onDraft={onDraft}
            busy={actions.busy}
            onSave={texts => void save(texts)}
          />
        </Suspense>
      ),
    },
    thumbnails: {
      length: thumbnails.length,
      shown: thumbnails.map((frame, place) => (
        <ThumbnailCard
          key={frame.timestamp}
          frame={frame}
          streamId={details.data?.cfStreamId ?? null}
          current={place === cursor}
          chosen={review?.thumbnailTimestamp === frame.timestamp}
          onFocus={() => setCursor(place)}
          onShow={() => playback.seek(frame.timestamp)}
          onUse={() => void actions.chooseThumbnail(frame.timestamp)}
        />
      )),
    },
    compilations: {
      length: compilations.length,
      shown: compilations.map((compilation, index) => (
        <CompilationCard
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is what a compilation is called by
          key={index}
          videoId={id}
          compilation={compilation}
          index={index}
          current={index === cursor}
          approved={!!review?.approvedCompilations.includes(index)}
          previewing={previewing === index}
          onFocus={() => setCursor(index)}
          onPreview={() => toggle(index)}
          onApprove={() => void actions.approveCompilation(index)}
        />
      )),
    },
  }

  return (
    <article aria-labelledby="video-title" className="pb-20 lg:pb-0">
      <ReviewHeader
        video={video}
        duration={details.data?.duration ?? 0}
        review={review}
        busy={actions.busy}
        onApprove={() => void actions.approve()}
        onReject={() => setRejecting(true)}
        onPublish={() => void publish()}
        onClose={onClose}
      />
      <div className="mb-4 space-y-2 empty:hidden">
        {others.length > 0 && <Alert tone="warning" title={texts.others(others.map(other => other.name))} />}
        {review?.hidden && <Alert title={texts.hiddenNow} />}
        {review && <LastDecision review={review} onUndo={() => onUndo(review)} />}
      </div>
      <div className="grid grid-cols-1 items-start gap-x-7 gap-y-5 xl:grid-rows-[auto_1fr] xl:grid-cols-[minmax(0,1fr)_27.5rem] 2xl:grid-cols-[minmax(0,1fr)_30rem]">
        <Stage
          video={details}
          videoId={id}
          highlights={highlights}
          trimming={current?.index ?? null}
          trims={review?.trims ?? []}
          playback={playback}
          onTrimmed={() => onDecided(id, false)}
        />
        <div ref={panel} className="min-w-0 xl:col-start-2 xl:row-span-2 xl:row-start-1">
          <Tabs
            label={texts.tabsLabel}
            value={tab}
            onChange={value => turnTo(value as TabName)}
            tabs={tabNames.map(name => ({
              value: name,
              label: texts.tabs[name],
              content: name === tab && <ItemList empty={texts.none[name]} {...contents[name]} />,
            }))}
          />
        </div>
      </div>
      <Button className="mt-6 w-full lg:hidden" busy={actions.busy} onClick={() => void publish()}>
        {texts.publish}
      </Button>
      {rejecting && (
        <RejectDialog
          title={texts.rejecting.title(video.title)}
          busy={actions.busy}
          onClose={() => setRejecting(false)}
          onReject={async body => {
            if (await actions.reject(body)) setRejecting(false)
          }}
        />
      )}
    </article>
  )
}
