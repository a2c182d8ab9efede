import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { api } from '#contract/paths.ts'
import type { addToCompilationBody } from '#contract/review.ts'
import { sentenceOf } from '../../lib/api.ts'
import { call } from '../../lib/call.ts'
import { toastFailure } from '../../lib/failure.ts'
import { toast } from '../../lib/toast.ts'
import { texts } from './texts.ts'

const { compilation: words } = texts

/** Makes one more reel of the chosen highlights; it then stands among the video's compilations. */
export function useAddToCompilation(videoId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<typeof addToCompilationBody>) =>
      call('addToCompilation', { params: { id: videoId }, body }),
    onSuccess: () => {
      toast(words.added)
      return Promise.all([
        queries.invalidateQueries({ queryKey: [api.aiProcessedVideos] }),
        queries.invalidateQueries({ queryKey: [api.videoReview(videoId)] }),
      ])
    },
    onError: error =>
      toastFailure(error, { title: words.failed, description: sentenceOf(error, words.failedOtherwise) }),
  })
}
