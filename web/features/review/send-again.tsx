import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { sentenceOf } from '../../lib/api.ts'
import { call } from '../../lib/call.ts'
import { toastFailure } from '../../lib/failure.ts'
import { toast } from '../../lib/toast.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { texts } from './texts.ts'

const { sendAgain: words } = texts

/** For the rider: why a video was not selected, in plain words, and the way to have it looked at once more. */
export function Rejected({ video }: { video: Pick<Video, 'id' | 'processingError'> }) {
  const queries = useQueryClient()
  const sending = useMutation({
    mutationFn: () => call('resubmitVideo', { params: { id: video.id } }),
    onSuccess: () => {
      toast(words.done)
      return Promise.all(
        [api.myVideos, api.myVideosDetailed, api.video(video.id)].map(path =>
          queries.invalidateQueries({ queryKey: [path] }),
        ),
      )
    },
    onError: error =>
      toastFailure(error, {
        title: words.failed,
        description: sentenceOf(error, texts.noConnection),
      }),
  })
  return (
    <Alert
      tone="warning"
      title={words.why}
      action={
        <Button variant="outline" size="sm" busy={sending.isPending} onClick={() => sending.mutate()}>
          {sending.isPending ? words.sending : words.button}
        </Button>
      }
    >
      <p className="whitespace-pre-line">{video.processingError}</p>
    </Alert>
  )
}
