import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/pages/video/dialogs.ts'
import { deleteVideo } from '../../../entities/video/change-video.ts'
import { videoQuery } from '../../../entities/video/video.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { toastOf } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions, DialogButtons } from '../../../ui/dialog-buttons.tsx'

const { remove } = texts

/** Asks before deleting a video; for a published one, explains why it can't be deleted. */
export default function DeleteDialog({ video, onClose }: { video: Video; onClose: () => void }) {
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const deleting = useAction({
    mutationFn: () => deleteVideo(video.id),
    onDone: () => {
      navigate('/', { replace: true })
      queries.removeQueries({ queryKey: videoQuery(video.id).queryKey })
    },
    done: toastOf(remove.done, { title: video.title }),
    failed: { title: remove.failed, otherwise: texts.noConnection },
    refresh: [api.myVideos, api.myVideosDetailed],
  })
  if (video.status === 'published')
    return (
      <Dialog open onClose={onClose} title={remove.publishedTitle}>
        <p className="mb-5">{remove.published}</p>
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            {remove.close}
          </Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <Dialog open onClose={onClose} title={remove.title}>
      <p className="mb-5 break-words">{remove.text({ title: video.title })}</p>
      <DialogButtons
        label={deleting.isPending ? remove.deleting : remove.yes}
        variant="danger"
        busy={deleting.isPending}
        cancel={remove.no}
        onSend={() => deleting.mutate()}
        onCancel={onClose}
      />
    </Dialog>
  )
}
