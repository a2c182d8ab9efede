import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import type { AdminVideo } from '#contract/admin.ts'
import { api } from '#contract/paths.ts'
import { texts as activityTexts } from '#texts/features/activity.ts'
import { texts } from '#texts/pages/admin.ts'
import { nameOf } from '../../entities/person/names.ts'
import { StatusBadge } from '../../entities/video/status-badge.tsx'
import { videoQuery } from '../../entities/video/video.ts'
import { VideoHistory } from '../../features/activity/video-history.tsx'
import { showReview } from '../../features/review/use-decide.ts'
import { call, ifMatch } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatViews } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { dialogPart } from '../../ui/part/part.tsx'
import { durationOf } from './rules.ts'

const EditorDialog = dialogPart(() => import('../../features/editor/editor-dialog.tsx'))
const { videos: words, toasts } = texts

/** One video: review it, edit it, hide it, see its history. */
export default function VideoDialog({ video, onClose }: { video: AdminVideo; onClose: () => void }) {
  const queries = useQueryClient()
  const [editing, setEditing] = useState(false)
  const { data: edited } = useQuery({ ...videoQuery(video.id), enabled: editing })
  const hiding = useAction({
    mutationFn: () =>
      call(video.hidden ? 'unhideVideo' : 'hideVideo', {
        params: { id: video.id },
        headers: ifMatch(video.version),
      }),
    onDone: review => showReview(queries, review),
    done: review => (review.hidden ? toasts.hidden : toasts.shown),
    failed: { title: toasts.hideFailed, otherwise: toasts.noConnection },
    refresh: [api.adminVideos, api.videoHistory(video.id)],
    refreshOn: 'settled',
  })
  if (editing && edited)
    return (
      <Suspense>
        <EditorDialog video={edited} onClose={onClose} />
      </Suspense>
    )
  return (
    <Dialog open onClose={onClose} title={video.title}>
      <div className="space-y-6">
        <div>
          <div className="flex gap-1.5">
            <StatusBadge status={video.status} staff />
            {video.hidden && <Badge tone="gray">{words.hidden}</Badge>}
          </div>
          <p className="numeric mt-2 text-muted text-sm">
            {words.of({ who: nameOf(video.user) })} · {formatViews(video.views)} ·{' '}
            {durationOf(video.duration)}
          </p>
        </div>
        <div className="flex flex-wrap gap-2.5">
          <Link
            href={`/admin/ai-highlights?show=all&video=${video.id}`}
            className={buttonClass('outline', 'sm')}
          >
            {words.review}
          </Link>
          <Button variant="outline" size="sm" busy={editing} onClick={() => setEditing(true)}>
            {words.edit}
          </Button>
          {(video.status === 'published' || video.hidden) && (
            <Button variant="outline" size="sm" busy={hiding.isPending} onClick={() => hiding.mutate()}>
              {video.hidden ? words.unhide : words.hide}
            </Button>
          )}
        </div>
        <section aria-labelledby="video-history">
          <h3 id="video-history" className="heading mb-2 text-[1.25rem]">
            {activityTexts.video.title}
          </h3>
          <VideoHistory videoId={video.id} />
        </section>
      </div>
    </Dialog>
  )
}
