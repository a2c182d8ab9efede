import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { api } from '#contract/paths.ts'
import type { trimAnswer } from '#contract/review.ts'
import { request, sentenceOf } from '../../lib/api.ts'
import { isConflict, toastFailure } from '../../lib/failure.ts'
import { toast } from '../../lib/toast.ts'
import { reviewQuery } from '../review/calls.ts'
import { shownVersion, showReview } from '../review/use-decide.ts'
import { texts } from './texts.ts'
import type { Span } from './trim-rules.ts'

const { trim: words } = texts

/** Gives a highlight new ends, on the version that is on the screen; its clip is rendered anew. */
export function useTrim(videoId: string, index: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (span: Span) =>
      request<z.infer<typeof trimAnswer>>(
        'PATCH',
        api.trimHighlight(videoId, index),
        span,
        undefined,
        shownVersion(queries, videoId),
      ),
    onSuccess: ({ review }) => {
      showReview(queries, review)
      toast(words.saved)
    },
    onError: error => {
      toastFailure(error, { title: words.failed, description: sentenceOf(error, words.failedOtherwise) })
      if (isConflict(error)) void queries.invalidateQueries({ queryKey: reviewQuery(videoId).queryKey })
    },
  })
}
