import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#contract/paths.ts'
import { presenceEverySeconds } from '#contract/rejections.ts'
import type { ReviewState } from '#contract/review.ts'
import { reviewQuery } from '../../features/review/calls.ts'
import { call, sendTo } from '../../lib/calls/call.ts'

/**
 * Reports that this person has a video open while the page is visible, and learns who else has. If someone decided
 * something meanwhile, refetches the review.
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
      // Nothing depends on it: without reports for a while, the person counts as gone.
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
