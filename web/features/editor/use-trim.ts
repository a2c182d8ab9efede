import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '../../lib/api.ts'
import { call } from '../../lib/call.ts'
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
      call('trimHighlight', {
        params: { id: videoId, index },
        body: span,
        headers: shownVersion(queries, videoId),
      }),
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
