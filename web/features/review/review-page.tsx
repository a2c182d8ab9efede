import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useUser } from '../../lib/session/use-session.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { Segments } from '../../ui/segments.tsx'
import { queueQuery, type Which } from './calls.ts'
import { KeysHelp } from './keys-help.tsx'
import type { MetadataDraft } from './metadata-form.tsx'
import { preload } from './preload.ts'
import { Queue } from './queue.tsx'
import { beside, isWaiting, nextWaiting } from './rules.ts'
import type { TabName } from './tab-names.ts'
import { texts } from './texts.ts'
import { useKeys, useKeysSwitch } from './use-keys.ts'
import { useListed } from './use-listed.ts'
import { useUndo } from './use-undo.ts'
import { VideoReview } from './video-review.tsx'

/** The day's uploads, one after another: what was found in each, and the decision. */
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
    // Whatever of it fails is asked for again when the video is really opened, and told there.
    preload(queries, upcoming, aborting.signal).catch(() => undefined)
    return () => aborting.abort()
  }, [queries, upcoming])

  useKeys(keysOn, {
    j: () => step(1),
    k: () => step(-1),
    z: () => undo.undo(undefined),
  })
  const place = list.findIndex(video => video.id === chosen)

  return (
    <div className="lg:grid lg:grid-cols-[20.5rem_minmax(0,1fr)]">
      <div
        className={`border-line lg:sticky lg:top-17 lg:flex lg:h-[calc(100svh-4.25rem)] lg:flex-col lg:border-r ${chosen ? 'hidden' : ''}`}
      >
        <div className="px-4.5 pt-6 pb-3 lg:px-5">
          <Link
            href={admin ? '/admin' : '/'}
            className="rounded-sm py-1 font-semibold text-muted text-sm hover:text-ink"
          >
            ← {admin ? texts.back : texts.backElsewhere}
          </Link>
          <div className="mt-1 flex items-baseline justify-between gap-3">
            <PageTitle title={texts.title} className="text-[2.125rem]" />
            <p className="numeric text-muted text-sm">
              {which === 'waiting'
                ? texts.list.toReview(list.filter(isWaiting).length, !!queue.hasNextPage)
                : texts.list.shown(list.length, !!queue.hasNextPage)}
            </p>
          </div>
          <div className="mt-2.5">
            <Segments
              label={texts.list.filter}
              value={which}
              options={(['waiting', 'all'] as const).map(value => ({
                value,
                label: texts.list.filters[value],
              }))}
              onChange={value => setSearch(value === 'all' ? { show: 'all' } : {})}
            />
          </div>
        </div>
        <Queue
          queue={queue}
          list={list}
          chosen={chosen}
          linkTo={id => `?${new URLSearchParams({ ...show, video: id })}`}
          waitingOnly={which === 'waiting'}
        />
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
          <p className="grid place-items-center rounded-xl border border-line border-dashed px-6 py-10 text-center text-muted lg:min-h-[60svh] lg:py-20">
            {texts.placeholder}
          </p>
        )}
        <KeysHelp on={keysOn} onToggle={toggleKeys} />
      </div>
      <p role="status" className="sr-only">
        {listed && place >= 0 && texts.spoken(listed.title, place + 1, list.length)}
      </p>
    </div>
  )
}
