import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import type { AiProcessedVideo, ReviewState } from '#contract/review.ts'
import { texts } from '#texts/features/review.ts'
import { ifMatch } from '../../lib/calls/call.ts'
import { isConflict } from '../../lib/calls/failure.ts'
import type { Page } from '../../lib/calls/pages.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import type { ToastContent } from '../../lib/toast.ts'
import { reviewQuery } from './calls.ts'

export interface Decision {
  videoId: string
  /** the call that saves it; the headers name the version on screen */
  decide: (headers: Record<string, string>) => Promise<ReviewState>
  /** the toast of a success */
  done: ToastContent | ((review: ReviewState) => ToastContent)
  /** the title of the failure toast, above the server's sentence */
  failed: string
}

/** Updates the video with the decision's result in every query that holds it. */
export function showReview(queries: QueryClient, review: ReviewState): void {
  queries.setQueryData(reviewQuery(review.videoId).queryKey, review)
  void queries.invalidateQueries({ queryKey: [api.videoHistory(review.videoId)] })
  queries.setQueriesData<InfiniteData<Page<AiProcessedVideo>>>(
    { queryKey: [api.aiProcessedVideos] },
    data =>
      data && {
        ...data,
        pages: data.pages.map(page => ({
          ...page,
          items: page.items.map(item =>
            item.id === review.videoId ? { ...item, status: review.status } : item,
          ),
        })),
      },
  )
}

/** The version that a decision is based on: the one on screen. */
export const shownVersion = (queries: QueryClient, videoId: string): Record<string, string> => {
  const review = queries.getQueryData(reviewQuery(videoId).queryKey)
  return review ? ifMatch(review.version) : {}
}

/**
 * Decides about a video, based on the version on screen. If someone else was faster, the server's sentence says who,
 * and the screen shows the current state.
 */
export function useDecide() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ videoId, decide }: Decision) => decide(shownVersion(queries, videoId)),
    onDone: review => {
      showReview(queries, review)
      void queries.invalidateQueries({ queryKey: [api.adminStats] })
    },
    done: (review, { done }) => (typeof done === 'function' ? done(review) : done),
    failed: (_error, { failed }) => ({ title: failed, otherwise: texts.noConnection }),
    onFailed: (error, { videoId }) => {
      if (isConflict(error)) void queries.invalidateQueries({ queryKey: reviewQuery(videoId).queryKey })
    },
  })
}
