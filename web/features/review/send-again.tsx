import { api } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/features/review/send-again.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'

/**
 * Why a video was not selected, and for its rider a button to send it for review again. @param own whether it is the
 * viewer's own video
 */
export function Rejected({
  video,
  own = true,
}: {
  video: Pick<Video, 'id' | 'processingError'>
  own?: boolean
}) {
  const sending = useAction({
    mutationFn: () => call('resubmitVideo', { params: { id: video.id } }),
    done: texts.done,
    failed: { title: texts.failed, otherwise: texts.noConnection },
    refresh: [api.myVideos, api.myVideosDetailed, api.video(video.id)],
  })
  return (
    <Alert
      tone="warning"
      title={texts.why}
      action={
        own && (
          <Button variant="outline" size="sm" busy={sending.isPending} onClick={() => sending.mutate()}>
            {sending.isPending ? texts.sending : texts.button}
          </Button>
        )
      }
    >
      <p className="whitespace-pre-line">{video.processingError}</p>
      {own && <p className="mt-1">{texts.what}</p>}
    </Alert>
  )
}
