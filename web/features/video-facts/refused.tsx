import { api } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatMoment } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { texts } from './texts.ts'

/**
 * Why a video can't be used, and for its rider, while its file is kept, a button to process it anyway. @param own
 * whether it is the viewer's own video
 */
export function Refused({
  video,
  own,
}: {
  video: Pick<Video, 'id' | 'processingError' | 'keptUntil' | 'damage'>
  own: boolean
}) {
  const trying = useAction({
    mutationFn: () => call('tryAnyway', { params: { id: video.id } }),
    done: texts.anyway.done,
    failed: { title: texts.anyway.failed, otherwise: texts.anyway.noConnection },
    refresh: [api.myVideos, api.myVideosDetailed, api.video(video.id)],
  })
  const kept = own ? video.keptUntil : null
  return (
    <Alert
      tone="danger"
      title={video.processingError ?? ''}
      action={
        kept && (
          <Button variant="outline" size="sm" busy={trying.isPending} onClick={() => trying.mutate()}>
            {video.damage ? texts.anyway.keep : texts.anyway.button}
          </Button>
        )
      }
    >
      {kept && <p>{(video.damage ? texts.anyway.keepWhat : texts.anyway.what)(formatMoment(kept))}</p>}
    </Alert>
  )
}
