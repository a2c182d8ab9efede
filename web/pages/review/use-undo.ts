import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '#contract/paths.ts'
import type { ReviewState } from '#contract/review.ts'
import { reviewQuery } from '../../features/review/calls.ts'
import { mayUndo } from '../../features/review/rules.ts'
import { texts } from '../../features/review/texts.ts'
import { showReview } from '../../features/review/use-decide.ts'
import { call, ifMatch } from '../../lib/calls/call.ts'
import { isConflict } from '../../lib/calls/failure.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { toast } from '../../lib/toast.ts'

/**
 * Undoes the person's decisions, latest first, whichever video they were about: mistakes are often noticed two videos
 * later. @param onUndone gets the video's id
 */
export function useUndo(onUndone: (videoId: string) => void) {
  const queries = useQueryClient()
  const decided = useRef<string[]>([])
  const { mutate, isPending } = useAction({
    mutationFn: async (videoId: string) => {
      const { version } = await queries.ensureQueryData(reviewQuery(videoId))
      return call('undoDecision', { params: { id: videoId }, headers: ifMatch(version) })
    },
    onDone: review => {
      showReview(queries, review)
      void queries.invalidateQueries({ queryKey: [api.adminStats] })
      onUndone(review.videoId)
    },
    done: texts.toasts.undone,
    failed: { title: texts.toasts.undoFailed, otherwise: texts.noConnection },
    onFailed: (error, videoId) => {
      if (isConflict(error)) void queries.invalidateQueries({ queryKey: reviewQuery(videoId).queryKey })
    },
  })
  return {
    isPending,
    /** records a decision, so that decisions can be undone in order */
    remember: (videoId: string) => {
      decided.current.push(videoId)
    },
    /** the latest decision since the page loaded, else the last one on this video if it is one's own and not final */
    undo: (shown: ReviewState | undefined) => {
      const latest =
        decided.current.pop() ??
        (shown && mayUndo(shown.lastDecision, Date.now()) ? shown.videoId : undefined)
      if (latest) mutate(latest)
      else toast(texts.nothingToUndo)
    },
  }
}
