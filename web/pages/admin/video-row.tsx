import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import type { AdminVideo } from '#contract/admin.ts'
import { api } from '#contract/paths.ts'
import type { selectableStatus } from '#contract/review.ts'
import { texts as reviewTexts } from '#texts/features/review.ts'
import { texts } from '#texts/pages/admin.ts'
import { nameOf } from '../../entities/person/names.ts'
import { staffStatuses } from '../../entities/video/rules.ts'
import { StatusBadge } from '../../entities/video/status-badge.tsx'
import { Thumbnail } from '../../entities/video/thumbnail.tsx'
import { RejectDialog } from '../../features/review/lazy-reject-dialog.tsx'
import type { Rejection } from '../../features/review/use-actions.ts'
import { showReview } from '../../features/review/use-decide.ts'
import { sentenceOf } from '../../lib/calls/api.ts'
import { call, ifMatch } from '../../lib/calls/call.ts'
import { isConflict } from '../../lib/calls/failure.ts'
import { refreshPaths, useAction } from '../../lib/calls/use-action.ts'
import { formatViews } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/inputs/field.tsx'
import { durationOf } from './rules.ts'

const { videos: words, toasts } = texts

export type SettableStatus = z.infer<typeof selectableStatus>
/**
 * The statuses an admin may set. Not imported from the contract's file, which would bring its schemas to the browser.
 */
export const settable = [
  'pending',
  'approved',
  'rejected',
  'published',
] as const satisfies readonly SettableStatus[]
const isSettable = (status: string): status is SettableStatus =>
  (settable as readonly string[]).includes(status)

/** One video with its status and a selector for it. */
export function AdminVideoRow({
  video,
  chosen,
  onChoose,
  onDetails,
}: {
  video: AdminVideo
  chosen: boolean
  onChoose: () => void
  onDetails: () => void
}) {
  const queries = useQueryClient()
  const [rejecting, setRejecting] = useState(false)
  const refresh = [api.adminVideos, api.adminStats]
  const changing = useAction({
    mutationFn: (change: { status: SettableStatus } & Partial<Rejection>) =>
      call('adminVideoStatus', { params: { id: video.id }, body: change, headers: ifMatch(video.version) }),
    onDone: review => {
      setRejecting(false)
      showReview(queries, review)
    },
    done: toasts.videoUpdated,
    failed: toasts.videoFailed,
    refresh,
    onFailed: error => {
      if (isConflict(error)) void refreshPaths(queries, refresh)
    },
  })
  const choose = (status: SettableStatus) =>
    status === 'rejected' ? setRejecting(true) : changing.mutate({ status })
  return (
    <li className="grid grid-cols-[auto_5.25rem_minmax(0,1fr)] items-center gap-x-3.5 gap-y-2.5 px-4 py-3 [contain-intrinsic-size:auto_5rem] [content-visibility:auto] sm:grid-cols-[auto_5.25rem_minmax(0,1fr)_8.5rem_12rem_auto] sm:px-5">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-(--accent)"
        aria-label={words.choose({ title: video.title })}
        checked={chosen}
        onChange={onChoose}
      />
      <Thumbnail video={{ thumbnailUrl: video.thumbnailUrl, duration: 0 }} className="w-full" />
      <div className="min-w-0">
        <p className="truncate font-semibold">{video.title}</p>
        <p className="numeric truncate text-muted text-sm">
          {formatViews(video.views)} · {durationOf(video.duration)} · {words.of({ who: nameOf(video.user) })}
        </p>
      </div>
      <div className="col-span-2 flex flex-wrap gap-1.5 sm:col-span-1">
        <StatusBadge status={video.status} staff />
        {video.hidden && <Badge tone="gray">{words.hidden}</Badge>}
        {video.unpriced && <Badge tone="orange">{words.unpriced}</Badge>}
      </div>
      <div className="flex gap-2 max-sm:col-span-3">
        <div className="min-w-0 flex-1">
          <Select
            label={words.statusOf({ title: video.title })}
            labelHidden
            className="h-10"
            value={video.status}
            disabled={changing.isPending}
            onChange={event => isSettable(event.target.value) && choose(event.target.value)}
            options={[
              // Set by the server; an admin can move the video out of it, but not into it.
              ...(isSettable(video.status)
                ? []
                : [{ value: video.status, label: staffStatuses[video.status] }]),
              ...settable.map(value => ({ value, label: staffStatuses[value] })),
            ]}
          />
        </div>
        <Button
          variant="outline"
          size="sm"
          className="h-10 sm:hidden"
          aria-label={words.detailsOf({ title: video.title })}
          onClick={onDetails}
        >
          {words.details}
        </Button>
      </div>
      <Button
        variant="outline"
        size="sm"
        className="max-sm:hidden"
        aria-label={words.detailsOf({ title: video.title })}
        onClick={onDetails}
      >
        {words.details}
      </Button>
      {isConflict(changing.error) && (
        <p role="alert" className="col-span-full text-danger text-sm">
          {sentenceOf(changing.error, toasts.noConnection)}
        </p>
      )}
      {rejecting && (
        <RejectDialog
          title={reviewTexts.rejecting.title({ title: video.title })}
          busy={changing.isPending}
          onClose={() => setRejecting(false)}
          onReject={rejection => changing.mutate({ status: 'rejected', ...rejection })}
        />
      )}
    </li>
  )
}
