import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { WaitingReels } from '../../features/reels/waiting-reels.tsx'
import { queueQuery, type Which } from '../../features/review/calls.ts'
import { KeysHelp } from '../../features/review/keys-help.tsx'
import type { MetadataDraft } from '../../features/review/metadata-form.tsx'
import { beside, isWaiting, nextWaiting } from '../../features/review/rules.ts'
import { texts } from '../../features/review/texts.ts'
import { cx } from '../../lib/cx.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Contours } from '../../ui/contours/contours.tsx'
import { Segments } from '../../ui/inputs/segments.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { preload } from './preload.ts'
import { Queue } from './queue.tsx'
import type { TabName } from './tab-names.ts'
import { useKeys, useKeysSwitch } from './use-keys.ts'
import { useListed } from './use-listed.ts'
import { useUndo } from './use-undo.ts'
import { VideoReview } from './video-review.tsx'

/** The review queue: each video's highlights, and the decision. */
export default function ReviewPage() {
  const queries = useQueryClient()
  const admin = useUser().role === 'admin'
  const [search, setSearch] = useSearchParams()
  const which: Which = search.get('show') === 'all' ? 'all' : 'waiting'
  const chosen = search.get('video')
  const queue = useInfiniteQuery(queueQuery(which))
  const list = useMemo(() => queue.data?.pages.flatMap(page => page.items) ?? [], [queue.data])
  const listed = useListed(list, chosen, !queue.isPending)
  const [tab, setTab] = useState<TabName>('highlights')
  const [drafts, setDrafts] = useState<Record<string, MetadataDraft>>({})
  const [keysOn, toggleKeys] = useKeysSwitch()

  const show = which === 'all' ? { show: 'all' } : undefined
  const open = (id: string) => setSearch({ ...show, video: id }, { replace: chosen !== null })
  const close = () => setSearch(show ?? {})
  const undo = useUndo(open)

  const step = (direction: 1 | -1) => {
    const next = beside(list, chosen, direction)
    if (next) open(next.id)
    else if (direction === 1 && queue.hasNextPage) void queue.fetchNextPage()
  }
  const onDecided = (id: string, advance: boolean) => {
    undo.remember(id)
    const next = advance ? nextWaiting(list, id) : null
    if (next) open(next.id)
  }
  const upcoming = (chosen && (nextWaiting(list, chosen)?.id ?? beside(list, chosen, 1)?.id)) || null
  useEffect(() => {
    if (!upcoming) return
    const aborting = new AbortController()
    // A failed preload is repeated when the video is opened, and reported then.
    preload(queries, upcoming, aborting.signal).catch(() => undefined)
    return () => aborting.abort()
  }, [queries, upcoming])

  useKeys(keysOn, {
    j: () => step(1),
    k: () => step(-1),
    z: () => undo.undo(undefined),
  })
  // A phone shows the list or one video.
  const aside = chosen && 'max-lg:hidden'
  const place = list.findIndex(video => video.id === chosen)

  return (
    <div className="lg:grid lg:grid-cols-[20.5rem_minmax(0,1fr)]">
      <div className="border-line lg:sticky lg:top-17 lg:flex lg:h-[calc(100svh-4.25rem)] lg:flex-col lg:border-r">
        <div className={cx('lg:px-5 lg:pt-6 lg:pb-3', !chosen && 'max-lg:px-4.5 max-lg:pt-6 max-lg:pb-3')}>
          <Link
            href={admin ? '/admin' : '/'}
            className={cx('rounded-sm py-1 font-semibold text-muted text-sm hover:text-ink', aside)}
          >
            ← {admin ? texts.back : texts.backElsewhere}
          </Link>
          <div className={cx('flex items-baseline justify-between gap-3 lg:mt-1', !chosen && 'max-lg:mt-1')}>
            {/* Always rendered: it names the page even when a phone shows a single video. */}
            <PageTitle title={texts.title} className={cx('text-[2.125rem]', chosen && 'max-lg:sr-only')} />
            <p className={cx('numeric text-muted text-sm', aside)}>
              {which === 'waiting'
                ? texts.list.toReview(list.filter(isWaiting).length, !!queue.hasNextPage)
                : texts.list.shown(list.length, !!queue.hasNextPage)}
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
              onChange={value => setSearch(value === 'all' ? { show: 'all' } : {})}
            />
            <WaitingReels />
          </div>
        </div>
        <div className={cx('lg:contents', aside)}>
          <Queue
            queue={queue}
            list={list}
            chosen={chosen}
            linkTo={id => `?${new URLSearchParams({ ...show, video: id })}`}
            waitingOnly={which === 'waiting'}
          />
        </div>
      </div>
      <div className="min-w-0 px-4.5 py-6 lg:px-8">
        {listed ? (
          <VideoReview
            key={listed.id}
            video={listed}
            tab={tab}
            onTab={setTab}
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
          <div className="relative isolate grid place-items-center overflow-hidden rounded-xl border border-line border-dashed px-6 py-10 text-center lg:min-h-[60svh]">
            <Contours seed={63} className="-z-10" />
            <p className="text-muted">{texts.placeholder}</p>
          </div>
        )}
        <KeysHelp on={keysOn} onToggle={toggleKeys} />
      </div>
      <p role="status" className="sr-only">
        {listed && place >= 0 && texts.spoken(listed.title, place + 1, list.length)}
      </p>
    </div>
  )
}
