import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/calls/call.ts'
import { isConflict } from '../../lib/calls/failure.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { reviewQuery } from '../review/calls.ts'
import { shownVersion, showReview } from '../review/use-decide.ts'
import { texts } from './texts.ts'
import type { Span } from './trim-rules.ts'

const { trim: words } = texts

/** Trims a highlight, based on the version on screen; its clip is rendered again. */
export function useTrim(videoId: string, index: number) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (span: Span) =>
      call('trimHighlight', {
        params: { id: videoId, index },
        body: span,
        headers: shownVersion(queries, videoId),
      }),
    onDone: ({ review }) => showReview(queries, review),
    done: words.saved,
    failed: { title: words.failed, otherwise: words.failedOtherwise },
    onFailed: error => {
      if (isConflict(error)) void queries.invalidateQueries({ queryKey: reviewQuery(videoId).queryKey })
    },
  })
}
