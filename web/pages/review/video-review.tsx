import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { AiProcessedVideo, ReviewState } from '#contract/review.ts'
import type { Video } from '#contract/videos.ts'
import { texts as activityTexts } from '#texts/features/activity.ts'
import { texts } from '#texts/features/review.ts'
import { usePlayback } from '../../entities/player/use-playback.ts'
import { videoQuery } from '../../entities/video/video.ts'
import { VideoHistory } from '../../features/activity/video-history.tsx'
import { presenceQuery, reviewQuery } from '../../features/review/calls.ts'
import { Key } from '../../features/review/keys-help.tsx'
import { RejectDialog, warmUpRejectDialog } from '../../features/review/lazy-reject-dialog.tsx'
import type { MetadataDraft } from '../../features/review/metadata-form.tsx'
import { mayUndo } from '../../features/review/rules.ts'
import { type Actions, useActions } from '../../features/review/use-actions.ts'
import { SameRide } from '../../features/same-ride/same-ride.tsx'
import { Damaged } from '../../features/video-facts/standing.tsx'
import { sendTo } from '../../lib/calls/call.ts'
import { formatClock, formatDateTime } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { dialogPart } from '../../ui/part/part.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ReviewHeader } from './review-header.tsx'
import { ReviewItems } from './review-items.tsx'
import { Stage } from './stage.tsx'
import { useKeys } from './use-keys.ts'
import { type ReviewList, type TabName, tabNames, useReviewList } from './use-review-list.ts'
import type { Takes } from './use-takes.ts'

const PublishDialog = dialogPart(() => import('./publish-dialog.tsx'))

/** Who else has the video open. */
const othersHere = (names: readonly string[]): string =>
  texts.others({ count: names.length, others: names.slice(0, -1).join(', '), last: names.at(-1) ?? '' })

interface VideoReviewProps {
  video: AiProcessedVideo
  tab: TabName
  onTab: (tab: TabName) => void
  takes: Takes
  draft: MetadataDraft | null
  onDraft: (draft: MetadataDraft | null) => void
  keysOn: boolean
  /** `advance`: the review of this video is done */
  onDecided: (id: string, advance: boolean) => void
  onUndo: (review: ReviewState | undefined) => void
  onClose: () => void
}

/** One video under review: the video and its timeline, the analysis results, and the decisions. */
export function VideoReview({
  video,
  tab,
  onTab,
  takes,
  draft,
  onDraft,
  keysOn,
  onDecided,
  onUndo,
  onClose,
}: VideoReviewProps) {
  const { id } = video
  const details = useQuery(videoQuery(id))
  const { data: review, isError, error, refetch } = useQuery(reviewQuery(id))
  const locked = review?.mayDecide === false
  const playback = usePlayback()
  const panel = useRef<HTMLDivElement>(null)
  const [asking, setAsking] = useState<'reject' | 'publish' | null>(null)

  useEffect(warmUpRejectDialog, [])
  const actions = useActions(id, onDecided)
  const list = useReviewList({ video, review, tab, onTab, actions, playback, panel })
  const save = async (texts: MetadataDraft) => {
    const saved = await actions.saveMetadata(texts)
    if (saved) onDraft(null)
    return saved
  }
  const compare = compareOf(takes, { video, details: details.data, list })
  const askToPublish = async () => {
    // What the dialog shows is what goes out.
    if (!draft || (await save(draft))) setAsking('publish')
  }

  useKeys(keysOn && !asking, {
    n: () => list.move(1),
    p: () => list.move(-1),
    space: list.preview,
    c: () => list.current && compare?.(list.current.index),
    ...(locked
      ? {}
      : {
          a: () => void actions.approve(),
          r: () => setAsking('reject'),
          s: list.select,
          x: list.reject,
        }),
    ...Object.fromEntries(tabNames.map((name, index) => [String(index + 1), () => list.turnTo(name)])),
  })

  if (isError && !review)
    return <ErrorState title={texts.videoFailed} error={error} onRetry={() => void refetch()} />

  return (
    <article aria-labelledby="video-title" className="pb-20 lg:pb-0">
      <ReviewHeader
        video={video}
        duration={details.data?.duration ?? 0}
        review={review}
        busy={actions.busy}
        onApprove={() => void actions.approve()}
        onReject={() => setAsking('reject')}
        onPublish={() => void askToPublish()}
        onClose={onClose}
      />
      <Notices videoId={id} review={review} onUndo={onUndo} />
      <div className="grid grid-cols-1 items-start gap-x-7 gap-y-3.5 lg:gap-y-5 xl:grid-rows-[auto_1fr] xl:grid-cols-[minmax(0,1fr)_27.5rem] 2xl:grid-cols-[minmax(0,1fr)_30rem]">
        <Stage
          video={details}
          videoId={id}
          highlights={list.highlights}
          trimming={locked ? null : (list.current?.index ?? null)}
          trims={review?.trims ?? []}
          playback={playback}
          onTrimmed={() => onDecided(id, false)}
        />
        <div ref={panel} className="min-w-0 xl:col-start-2 xl:row-span-2 xl:row-start-1">
          <Tabs
            label={texts.tabsLabel}
            tight
            value={tab}
            onChange={value => list.turnTo(value as TabName)}
            tabs={tabNames.map(name => ({
              value: name,
              label: texts.tabs[name],
              content: name === tab && (
                <ReviewItems
                  tab={name}
                  videoId={id}
                  video={details.data}
                  review={review}
                  list={list}
                  isCompared={index => takes.has(id, index)}
                  onCompare={compare}
                  actions={actions}
                  playback={playback}
                  draft={draft}
                  onDraft={onDraft}
                  onSave={texts => void save(texts)}
                />
              ),
            }))}
          />
        </div>
      </div>
      <History videoId={id} />
      {asking && <Asking about={asking} video={video} actions={actions} onClose={() => setAsking(null)} />}
    </article>
  )
}

/** What picks a highlight of the video for a comparison, or puts it back; null while there is nothing to play. */
function compareOf(
  takes: Takes,
  { video, details, list }: { video: AiProcessedVideo; details: Video | undefined; list: ReviewList },
): ((index: number) => void) | null {
  const streamId = details?.cfReadyToStream ? details.cfStreamId : null
  if (!streamId) return null
  return index => {
    const highlight = list.highlights[index]
    if (!highlight) return
    const { description, score, start, end } = highlight
    takes.toggle({ videoId: video.id, streamId, title: video.title, index, description, score, start, end })
  }
}

/** What staff did to the video so far; fetched when opened. */
function History({ videoId }: { videoId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="mt-6" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className="mb-1 w-fit cursor-pointer rounded-sm py-1 font-semibold text-accent text-sm">
        {activityTexts.video.title}
      </summary>
      {open && <VideoHistory videoId={videoId} />}
    </details>
  )
}

/** The question before a decision that others see: why it is rejected, or how it will look. */
const Asking = ({
  about,
  video,
  actions,
  onClose,
}: {
  about: 'reject' | 'publish'
  video: AiProcessedVideo
  actions: Actions
  onClose: () => void
}) =>
  about === 'reject' ? (
    <RejectDialog
      title={texts.rejecting.title({ title: video.title })}
      busy={actions.busy}
      onClose={onClose}
      onReject={async body => {
        if (await actions.reject(body)) onClose()
      }}
    />
  ) : (
    <Suspense>
      <PublishDialog
        video={video}
        busy={actions.busy}
        onClose={onClose}
        onPublish={() => {
          onClose()
          void actions.publish()
        }}
      />
    </Suspense>
  )

/** Who else is looking, that it is hidden, the decision that can be undone, other uploads of the recording. */
function Notices({
  videoId,
  review,
  onUndo,
}: {
  videoId: string
  review: ReviewState | undefined
  onUndo: (review: ReviewState) => void
}) {
  const others = usePresence(videoId)
  return (
    <div className="mb-4 space-y-2 empty:hidden">
      {others.length > 0 && <Alert tone="warning" title={othersHere(others.map(other => other.name))} />}
      {review?.mayDecide === false && <Alert title={texts.ownVideo} />}
      {review && <Damaged damage={review.damage} />}
      {review?.safety.map(({ time, text }) => (
        <Alert key={time} tone="warning" title={texts.safety.title({ clock: formatClock(time) })}>
          {text} {texts.safety.text}
        </Alert>
      ))}
      {review?.tagger?.problem && (
        <Alert title={texts.noLabels.title}>{texts.noLabels.text({ problem: review.tagger.problem })}</Alert>
      )}
      {review?.hidden && <Alert title={texts.hiddenNow} />}
      {review && <LastDecision review={review} onUndo={() => onUndo(review)} />}
      <SameRide videoId={videoId} analyzed own={false} />
    </div>
  )
}

/** The last decision, who made it, the reason for a rejection, and Undo while possible. */
function LastDecision({ review, onUndo }: { review: ReviewState; onUndo: () => void }) {
  const { lastDecision: last, rejection } = review
  const undoable = useStillUndoable(last)
  if (!last) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-line bg-surface px-4 py-2.5 text-sm">
      <div className="min-w-0 flex-1 basis-64">
        <p>
          {texts.lastDecision({
            // Published once it is out.
            what:
              last.kind === 'publish' && review.status !== 'published'
                ? texts.released
                : texts.decisions[last.kind],
            mine: last.mine,
            by: last.by,
            when: formatDateTime(last.at),
          })}
        </p>
        {rejection && <p className="mt-0.5 text-muted">{rejection.sentence}</p>}
      </div>
      {undoable && (
        <Button variant="outline" size="sm" aria-keyshortcuts="Z" onClick={onUndo}>
          {texts.undo} <Key>Z</Key>
        </Button>
      )}
    </div>
  )
}

/** Turns false when the decision becomes final. */
function useStillUndoable(last: ReviewState['lastDecision']): boolean {
  const [now, setNow] = useState(() => Date.now())
  const until = last?.undoUntil ? Date.parse(last.undoUntil) : null
  useEffect(() => {
    const left = until === null ? 0 : until - Date.now()
    setNow(Date.now())
    if (left <= 0) return
    const timer = setTimeout(() => setNow(Date.now()), left + 50)
    return () => clearTimeout(timer)
  }, [until])
  return mayUndo(last, now)
}

/** Who else has the video open; says when this person leaves it. If someone decided something meanwhile, refetches the review. */
function usePresence(videoId: string): ReviewState['others'] {
  const queries = useQueryClient()
  const { data } = useQuery(presenceQuery(videoId))
  useEffect(
    () => () => {
      // Nothing depends on it: without reports for a while, the person counts as gone.
      sendTo('endPresence', { params: { id: videoId } }).catch(() => undefined)
    },
    [videoId],
  )
  useEffect(() => {
    const shown = queries.getQueryData(reviewQuery(videoId).queryKey)
    if (data && shown && data.version > shown.version)
      void queries.invalidateQueries({ queryKey: reviewQuery(videoId).queryKey })
  }, [data, queries, videoId])
  return data?.others ?? []
}
