import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type ComponentProps, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { api, coverAddress } from '#contract/paths.ts'
import type { AiProcessedVideo, ReviewState } from '#contract/review.ts'
import { texts } from '#texts/features/review.ts'
import { videoQuery } from '../../entities/video/video.ts'
import { WaitingReels } from '../../features/reels/waiting-reels.tsx'
import { presenceQuery, queueQuery, reviewQuery, type Which } from '../../features/review/calls.ts'
import { KeysHelp } from '../../features/review/keys-help.tsx'
import type { MetadataDraft } from '../../features/review/metadata-form.tsx'
import { beside, isWaiting, mayUndo, nextWaiting } from '../../features/review/rules.ts'
import { showReview } from '../../features/review/use-decide.ts'
import { call, ifMatch } from '../../lib/calls/call.ts'
import { isConflict } from '../../lib/calls/failure.ts'
import { pagesQuery } from '../../lib/calls/pages.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { cx } from '../../lib/cx.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { useKeysSwitch } from '../../lib/single-keys.ts'
import { toast } from '../../lib/toast.ts'
import { Contours } from '../../ui/contours/contours.tsx'
import { Segments } from '../../ui/inputs/segments.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { dialogPart } from '../../ui/part/part.tsx'
import { Comparing } from './comparing.tsx'
import { Outgoing, type Release } from './outgoing.tsx'
import { filesIn } from './playlist.ts'
import { Queue } from './queue.tsx'
import { QueueFilters, useQueueFilter } from './queue-filters.tsx'
import { Tail } from './tail.tsx'
import { useKeys } from './use-keys.ts'
import type { TabName } from './use-review-list.ts'
import { useTakes } from './use-takes.ts'
import { VideoReview } from './video-review.tsx'

const KeysDialog = dialogPart(() => import('./keys-dialog.tsx'))

/** The review queue: each video's highlights, and the decision. */
export default function ReviewPage() {
  const [search, setSearch] = useSearchParams()
  const chosen = search.get('video')
  const { which, here, addressOf, filter, isNarrowed, fields } = useQueueFilter(search, parts =>
    setSearch({ ...parts, ...(chosen && { video: chosen }) }, { replace: true }),
  )
  const queue = useInfiniteQuery(queueQuery(which, filter))
  const list = useMemo(() => queue.data?.pages.flatMap(page => page.items) ?? [], [queue.data])
  const listed = useListed(list, chosen, !queue.isPending)
  const [tab, setTab] = useState<TabName>('highlights')
  const [drafts, setDrafts] = useState<Record<string, MetadataDraft>>({})
  const [keysOn, toggleKeys] = useKeysSwitch()
  const [help, setHelp] = useState(false)

  const open = (id: string) => setSearch({ ...here, video: id }, { replace: chosen !== null })
  const close = () => setSearch(here)
  const queries = useQueryClient()
  const [outgoing, setOutgoing] = useState<Release | null>(null)
  const undo = useUndo(id => {
    setOutgoing(release => (release?.videoId === id ? null : release))
    open(id)
  })
  const taken = useTaken(chosen)
  const takes = useTakes()

  const step = (direction: 1 | -1) => {
    const next = beside(list, chosen, direction)
    if (next) open(next.id)
    else if (direction === 1 && queue.hasNextPage) void queue.fetchNextPage()
  }
  const onDecided = (id: string, advance: boolean) => {
    undo.remember(id)
    const last = queries.getQueryData(reviewQuery(id).queryKey)?.lastDecision
    const title = list.find(video => video.id === id)?.title ?? listed?.title
    if (last?.kind === 'publish' && last.undoUntil && title)
      setOutgoing({
        videoId: id,
        title,
        until: Date.now() + Date.parse(last.undoUntil) - Date.parse(last.at),
      })
    const next = advance ? nextWaiting(list, id, taken) : null
    if (next) open(next.id)
  }
  const upcoming = (chosen && (nextWaiting(list, chosen, taken)?.id ?? beside(list, chosen, 1)?.id)) || null
  usePreloaded(upcoming)
  const place = list.findIndex(video => video.id === chosen)
  useMoreAtEnd(queue, place >= 0 && place >= list.length - 5)

  useKeys(keysOn, {
    j: () => step(1),
    k: () => step(-1),
    z: () => undo.undo(undefined),
    '?': () => setHelp(true),
  })
  // A phone shows the list or one video.
  const aside = chosen && 'max-lg:hidden'

  return (
    <div className="lg:grid lg:grid-cols-[20.5rem_minmax(0,1fr)]">
      <div className="border-line lg:sticky lg:top-17 lg:flex lg:h-[calc(100svh-4.25rem)] lg:flex-col lg:border-r">
        <QueueHead
          which={which}
          list={list}
          more={queue.hasNextPage}
          open={chosen !== null}
          fields={fields}
          onWhich={value => setSearch(addressOf(value))}
          onRejected={ids => undo.remember(...ids)}
        />
        <div className={cx('lg:contents', aside)}>
          <Queue
            queue={queue}
            list={list}
            chosen={chosen}
            taken={taken}
            linkTo={id => `?${new URLSearchParams({ ...here, video: id })}`}
            which={which}
            isNarrowed={isNarrowed}
          />
        </div>
      </div>
      <div className="min-w-0 px-4.5 py-3.5 lg:px-8 lg:py-6">
        {outgoing && outgoing.videoId !== chosen && (
          <Outgoing
            key={outgoing.until}
            release={outgoing}
            onUndo={() => undo.take(outgoing.videoId)}
            onOver={() => setOutgoing(null)}
          />
        )}
        <Comparing takes={takes} onDecided={onDecided} />
        {listed ? (
          <VideoReview
            key={listed.id}
            video={listed}
            tab={tab}
            onTab={setTab}
            takes={takes}
            draft={drafts[listed.id] ?? null}
            onDraft={draft =>
              setDrafts(({ [listed.id]: _, ...rest }) => (draft ? { ...rest, [listed.id]: draft } : rest))
            }
            keysOn={keysOn}
            onDecided={onDecided}
            onUndo={undo.undo}
            onClose={close}
          />
        ) : (
          <NoneChosen />
        )}
        <KeysHelp on={keysOn} onToggle={toggleKeys} />
        <Suspense>{help && <KeysDialog onClose={() => setHelp(false)} />}</Suspense>
      </div>
      <p role="status" className="sr-only">
        {listed && place >= 0 && texts.spoken({ title: listed.title, place: place + 1, of: list.length })}
      </p>
    </div>
  )
}

const NoneChosen = () => (
  <div className="relative isolate grid place-items-center overflow-hidden rounded-xl border border-line border-dashed px-6 py-10 text-center lg:min-h-[60svh]">
    <Contours seed={63} className="-z-10" />
    <p className="text-muted">{texts.placeholder}</p>
  </div>
)

/** Fetches the next page of the queue before its last rides are decided, so that nobody has to stop there. */
function useMoreAtEnd(
  { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: ReturnType<typeof useInfiniteQuery>,
  isNearEnd: boolean,
): void {
  const wantsMore = isNearEnd && hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (wantsMore) void fetchNextPage()
  }, [wantsMore, fetchNextPage])
}

/** Names of staff by the id of the video that they have open, while this person has one open. */
function useTaken(chosen: string | null): ReadonlyMap<string, string> {
  const { data } = useQuery({
    ...presenceQuery(chosen ?? ''),
    enabled: chosen !== null,
    // The video itself asks again and again.
    refetchInterval: false,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => new Map(data?.elsewhere.map(({ videoId, name }) => [videoId, name])), [data])
}

/** The name of the page, how many videos there are, and which of them are listed. */
function QueueHead({
  which,
  list,
  more,
  open,
  fields,
  onWhich,
  onRejected,
}: {
  which: Which
  list: readonly AiProcessedVideo[]
  /** whether there are more than these */
  more: boolean
  /** whether a video is open */
  open: boolean
  fields: ComponentProps<typeof QueueFilters>
  onWhich: (which: Which) => void
  /** ids of videos that were rejected together */
  onRejected: (ids: string[]) => void
}) {
  const admin = useUser().role === 'admin'
  const aside = open && 'max-lg:hidden'
  return (
    <div className={cx('lg:px-5 lg:pt-6 lg:pb-3', !open && 'max-lg:px-4.5 max-lg:pt-6 max-lg:pb-3')}>
      <Link
        href={admin ? '/admin' : '/'}
        className={cx('rounded-sm py-1 font-semibold text-muted text-sm hover:text-ink', aside)}
      >
        ← {admin ? texts.back : texts.backElsewhere}
      </Link>
      <div className={cx('flex items-baseline justify-between gap-3 lg:mt-1', !open && 'max-lg:mt-1')}>
        {/* Always rendered: it names the page even when a phone shows a single video. */}
        <PageTitle title={texts.title} className={cx('text-[2.125rem]', open && 'max-lg:sr-only')} />
        <p className={cx('numeric text-muted text-sm', aside)}>
          {which === 'waiting'
            ? texts.list.toReview({ count: list.filter(isWaiting).length, more })
            : texts.list.shown({ count: list.length, more })}
        </p>
      </div>
      <div className={cx('mt-2.5', aside)}>
        <Segments
          label={texts.list.filter}
          value={which}
          options={(['waiting', 'all'] as const).map(value => ({
            value,
            label: texts.list.filters[value],
          }))}
          onChange={onWhich}
        />
        <QueueFilters {...fields} />
        <Tail list={list} onRejected={onRejected} />
        <WaitingReels />
      </div>
    </div>
  )
}

/** The selected video from the list, or fetched by itself if a link led to one that isn't in it. */
function useListed(
  list: readonly AiProcessedVideo[],
  id: string | null,
  listIsThere: boolean,
): AiProcessedVideo | null {
  const inList = list.find(video => video.id === id)
  const alone = useInfiniteQuery({
    ...pagesQuery('aiProcessedVideos', { id: id ?? undefined }),
    enabled: listIsThere && id !== null && !inList,
  })
  return inList ?? (id ? alone.data?.pages[0]?.items[0] : null) ?? null
}

/**
 * Undoes the person's decisions, latest first, whichever video they were about: mistakes are often noticed two videos
 * later. Those made together are undone together. @param onUndone gets the id of a video that was undone
 */
function useUndo(onUndone: (videoId: string) => void) {
  const queries = useQueryClient()
  const decided = useRef<string[][]>([])
  const { mutate, isPending } = useAction({
    mutationFn: async (videoIds: readonly string[]) => {
      const undone: ReviewState[] = []
      for (const id of videoIds) {
        const { version } = await queries.ensureQueryData(reviewQuery(id))
        const review = await call('undoDecision', { params: { id }, headers: ifMatch(version) })
        showReview(queries, review)
        undone.push(review)
      }
      return undone
    },
    onDone: ([first]) => {
      void queries.invalidateQueries({ queryKey: [api.adminStats] })
      if (first) onUndone(first.videoId)
    },
    done: texts.toasts.undone,
    failed: { title: texts.toasts.undoFailed, otherwise: texts.noConnection },
    onFailed: (error, videoIds) => {
      if (!isConflict(error)) return
      for (const id of videoIds) void queries.invalidateQueries({ queryKey: reviewQuery(id).queryKey })
    },
  })
  return {
    isPending,
    /** records decisions made together, so that decisions can be undone in order */
    remember: (...videoIds: string[]) => {
      decided.current.push(videoIds)
    },
    /** the latest decision on this video */
    take: (videoId: string) => {
      const at = decided.current.findLastIndex(ids => ids.length === 1 && ids[0] === videoId)
      if (at >= 0) decided.current.splice(at, 1)
      mutate([videoId])
    },
    /** the latest decision since the page loaded, else the last one on this video if it is one's own and not final */
    undo: (shown: ReviewState | undefined) => {
      const latest =
        decided.current.pop() ??
        (shown && mayUndo(shown.lastDecision, Date.now()) ? [shown.videoId] : undefined)
      if (latest) mutate(latest)
      else toast(texts.nothingToUndo)
    },
  }
}

async function textOf(url: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, { credentials: 'include', signal })
  return answer.ok ? answer.text() : ''
}

/** Fetches a stream's playlists and first segments into the browser's cache for the player. */
async function warmStream(streamId: string, signal: AbortSignal): Promise<void> {
  const main = new URL(api.manifest(streamId), window.location.href)
  const [variant] = filesIn(await textOf(main.href, signal))
  if (!variant) return
  const playlist = new URL(variant, main)
  const pieces = filesIn(await textOf(playlist.href, signal)).slice(0, 2)
  await Promise.all(
    pieces.map(async piece => {
      const answer = await fetch(new URL(piece, playlist), { credentials: 'include', signal })
      await answer.arrayBuffer()
    }),
  )
}

/** Preloads the next video. Only a head start. */
async function preload(queries: QueryClient, videoId: string, signal: AbortSignal): Promise<void> {
  const [video] = await Promise.all([
    queries.ensureQueryData(videoQuery(videoId)),
    queries.prefetchQuery(reviewQuery(videoId)),
  ])
  if (!video.cfStreamId || !video.cfReadyToStream || signal.aborted) return
  new Image().src = coverAddress(video.cfStreamId, 720)
  await warmStream(video.cfStreamId, signal)
}

function usePreloaded(videoId: string | null): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!videoId) return
    const aborting = new AbortController()
    // A failed preload is repeated when the video is opened, and reported then.
    preload(queries, videoId, aborting.signal).catch(() => undefined)
    return () => aborting.abort()
  }, [queries, videoId])
}
