import { api } from '#contract/paths.ts'
import { coverLimits } from '#contract/thumbnails.ts'
import type { Video } from '#contract/videos.ts'
import { call, sendBytes } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { toast } from '../../lib/toast.ts'
import { texts } from './texts.ts'

/** A second of the video, an image, or null for the suggested frame. */
type Choice = number | File | null

/** Changes the cover of a video and shows the result. */
export function useCover({ id, status }: Pick<Video, 'id' | 'status'>) {
  const changing = useAction({
    mutationFn: (choice: Choice) =>
      choice instanceof File
        ? sendBytes('uploadCover', { params: { id } }, choice)
        : call('setCover', { params: { id }, body: { timestamp: choice } }),
    done: () => (status === 'approved' ? texts.doneAgain : texts.done),
    failed: { title: texts.failed, otherwise: texts.noConnection },
    refresh: [api.myVideos, api.myVideosDetailed, api.video(id)],
    refreshOn: 'settled',
  })
  return {
    pending: changing.isPending ? (changing.variables instanceof File ? 'picture' : 'frame') : null,
    choose: (choice: Choice) => {
      // The server says the same, but only after a phone has uploaded the whole file.
      if (choice instanceof File && choice.size > coverLimits.bytes) toast(texts.tooLarge)
      else changing.mutate(choice)
    },
  } as const
}
