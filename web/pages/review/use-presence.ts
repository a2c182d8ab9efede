import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#contract/paths.ts'
import { presenceEverySeconds } from '#contract/rejections.ts'
import type { ReviewState } from '#contract/review.ts'
import { reviewQuery } from '../../features/review/calls.ts'
import { call, sendTo } from '../../lib/calls/call.ts'

/**
 * Says that one has a video open, for as long as the page is in sight, and learns who else has. When somebody
 * decided something meanwhile, the review is asked for anew.
 */
export function usePresence(videoId: string): ReviewState['others'] {
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: [api.reviewPresence(videoId), 'presence'],
    queryFn: ({ signal }) => call('reviewPresence', { params: { id: videoId }, signal }),
    refetchInterval: presenceEverySeconds * 1000,
    refetchOnMount: 'always',
    gcTime: 0,
  })
  useEffect(
    () => () => {
      // Nothing depends on it: who says no more for a while is taken to have left.
      sendTo('endPresence', { params: { id: videoId } }).catch(() => undefined)
    },
    [videoId],
  )
  useEffect(() => {
    const shown = queries.getQueryData(reviewQuery(videoId).queryKey)
    if (data && shown && data.version > shown.version)
      void queries.invalidateQueries({ queryKey: reviewQuery(videoId).queryKey })
  }, [data, queries, videoId])
  return data?.others ?? []
}
