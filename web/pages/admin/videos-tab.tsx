import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { z } from 'zod'
import { api } from '#contract/paths.ts'
import type { bulkStatusAnswer } from '#contract/review.ts'
import { videoStatuses } from '#contract/video-statuses.ts'
import { texts as reviewTexts } from '#texts/features/review.ts'
import { texts } from '#texts/pages/admin.ts'
import { staffStatuses } from '../../entities/video/rules.ts'
import { RejectDialog } from '../../features/review/lazy-reject-dialog.tsx'
import type { Rejection } from '../../features/review/use-actions.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { toastOf } from '../../lib/toast.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { Select } from '../../ui/inputs/field.tsx'
import { SearchField } from '../../ui/inputs/search-field.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { dialogPart } from '../../ui/part/part.tsx'
import { adminVideosQuery } from './calls.ts'
import { AdminVideoRow, type SettableStatus, settable } from './video-row.tsx'

const VideoDialog = dialogPart(() => import('./video-dialog.tsx'))

type BulkAnswer = z.infer<typeof bulkStatusAnswer>

/** All videos: search, filter, and set the status of one or many. */
export function VideosTab() {
  const [address, setAddress] = useSearchParams()
  const [search, setSearch] = useState('')
  const [status, setStatus] = useState('')
  const userId = address.get('userId') ?? undefined
  const unpriced = address.get('unpriced') === 'true' ? 'true' : undefined
  const settled = useSettled(search.trim())
  const query = useInfiniteQuery(
    adminVideosQuery({ search: settled || undefined, status: status || undefined, userId, unpriced }),
  )
  const videos = query.data?.pages.flatMap(page => page.items) ?? []
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [rejecting, setRejecting] = useState(false)
  const [refused, setRefused] = useState<BulkAnswer['refused']>([])
  const ids = videos.map(video => video.id).filter(id => chosen.has(id))
  const open = videos.find(video => video.id === address.get('video'))
  const here = { tab: 'videos', ...(userId ? { userId } : {}), ...(unpriced ? { unpriced } : {}) }

  const bulk = useAction({
    mutationFn: (change: { status: SettableStatus } & Partial<Rejection>) =>
      call('bulkVideoStatus', { body: { ids, ...change } }),
    onDone: ({ refused }) => {
      setRejecting(false)
      setRefused(refused)
      setChosen(new Set(refused.map(one => one.id)))
    },
    done: ({ changed }) =>
      changed.length > 0
        ? toastOf(texts.toasts.videosUpdated, { count: changed.length })
        : { ...texts.toasts.videoFailed, variant: 'destructive' },
    failed: texts.toasts.videoFailed,
    refresh: [api.adminVideos, api.adminStats],
  })
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const titleOf = (id: string) => videos.find(video => video.id === id)?.title ?? id
  const owner = userId && videos[0] ? (videos[0].user.firstName ?? videos[0].user.email) : userId
  const narrowed = unpriced ? texts.search.unpriced : owner && texts.search.ofUser({ name: owner })

  return (
    <>
      <search className="mb-4 grid grid-cols-2 gap-2.5 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <SearchField
          className="col-span-2 sm:col-span-1"
          label={texts.search.videos}
          value={search}
          onChange={setSearch}
        />
        <div className="col-span-2 sm:col-span-1">
          <Select
            label={texts.search.status}
            labelHidden
            className="h-11"
            value={status}
            onChange={event => setStatus(event.target.value)}
            options={[
              { value: '', label: texts.search.allStatuses },
              ...videoStatuses.map(value => ({ value, label: staffStatuses[value] })),
            ]}
          />
        </div>
      </search>
      {narrowed && (
        <div className="mb-4 flex flex-wrap items-center gap-3">
          <p className="font-semibold">{narrowed}</p>
          <Button variant="quiet" size="sm" onClick={() => setAddress({ tab: 'videos' })}>
            {texts.search.all}
          </Button>
        </div>
      )}
      <Refused refused={refused} titleOf={titleOf} onClear={() => setRefused([])} />
      <PagedList
        variant="page"
        query={query}
        count={videos.length}
        failed={texts.videos.failed}
        none={texts.videos.none}
      >
        <BulkBar
          count={ids.length}
          all={ids.length === videos.length}
          busy={bulk.isPending}
          onAll={() => setChosen(ids.length === videos.length ? new Set() : new Set(videos.map(v => v.id)))}
          onApply={to => (to === 'rejected' ? setRejecting(true) : bulk.mutate({ status: to }))}
        />
        <ul className="divide-y divide-line overflow-hidden rounded-b-xl border border-line bg-surface">
          {videos.map(video => (
            <AdminVideoRow
              key={video.id}
              video={video}
              chosen={chosen.has(video.id)}
              onChoose={() => toggle(video.id)}
              onDetails={() => setAddress({ ...here, video: video.id })}
            />
          ))}
        </ul>
      </PagedList>
      {rejecting && (
        <RejectDialog
          title={reviewTexts.rejecting.titleMany({ count: ids.length })}
          busy={bulk.isPending}
          onClose={() => setRejecting(false)}
          onReject={rejection => bulk.mutate({ status: 'rejected', ...rejection })}
        />
      )}
      <Suspense>
        {open && <VideoDialog video={open} onClose={() => setAddress(here, { replace: true })} />}
      </Suspense>
    </>
  )
}

/** The videos of a bulk change that weren't changed, each with its reason. */
const Refused = ({
  refused,
  titleOf,
  onClear,
}: {
  refused: BulkAnswer['refused']
  titleOf: (id: string) => string
  onClear: () => void
}) =>
  refused.length > 0 && (
    <div className="mb-4">
      <Alert
        tone="danger"
        title={texts.bulk.refused({ count: refused.length })}
        action={
          <Button variant="quiet" size="sm" onClick={onClear}>
            {texts.bulk.clear}
          </Button>
        }
      >
        <ul>
          {refused.map(({ id, message }) => (
            <li key={id}>
              {titleOf(id)}: {message}
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  )

/** The list's header: select all, and set one status for the selected videos. */
function BulkBar({
  count,
  all,
  busy,
  onAll,
  onApply,
}: {
  count: number
  all: boolean
  busy: boolean
  onAll: () => void
  onApply: (status: SettableStatus) => void
}) {
  const [status, setStatus] = useState<SettableStatus>('approved')
  return (
    <section
      aria-label={texts.bulk.label}
      className="flex min-h-15 flex-wrap items-center gap-x-3 gap-y-2 rounded-t-xl border border-line border-b-0 bg-sunken px-4 py-2 sm:px-5"
    >
      <Checkbox className="numeric" checked={all} aria-label={texts.bulk.label} onChange={onAll}>
        {count > 0 ? texts.bulk.chosen({ count }) : texts.videos.chooseAll}
      </Checkbox>
      {count > 0 && (
        <div className="flex flex-1 basis-full items-center gap-2 sm:basis-0 sm:justify-end">
          <div className="min-w-0 flex-1 sm:w-40 sm:flex-none">
            <Select
              label={texts.bulk.set}
              labelHidden
              className="h-10"
              value={status}
              onChange={event => setStatus(event.target.value as SettableStatus)}
              options={settable.map(value => ({ value, label: staffStatuses[value] }))}
            />
          </div>
          <Button size="sm" className="h-10" busy={busy} onClick={() => onApply(status)}>
            {busy ? texts.bulk.applying : texts.bulk.apply}
          </Button>
        </div>
      )}
    </section>
  )
}
