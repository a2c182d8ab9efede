import type { z } from 'zod'
import { api } from '#contract/paths.ts'
import type { addToCompilationBody } from '#contract/review.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { texts } from './texts.ts'

const { compilation: words } = texts

/** Creates a reel from the selected highlights; it is listed with the video's reels. */
export const useAddToCompilation = (videoId: string) =>
  useAction({
    mutationFn: (body: z.input<typeof addToCompilationBody>) =>
      call('addToCompilation', { params: { id: videoId }, body }),
    done: words.added,
    failed: { title: words.failed, otherwise: words.failedOtherwise },
    refresh: [api.aiProcessedVideos, api.videoReview(videoId)],
  })
