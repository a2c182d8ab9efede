import { queryOptions } from '@tanstack/react-query'
import type { QueryInput } from '#contract/endpoints/index.ts'
import { api } from '#contract/paths.ts'
import { presenceEverySeconds } from '#contract/rejections.ts'
import { call, reading } from '../../lib/calls/call.ts'
import { fresh } from '../../lib/calls/fresh.ts'
import { pagesQuery } from '../../lib/calls/pages.ts'

export type Which = 'waiting' | 'all'
export type QueueFilter = Pick<QueryInput<'aiProcessedVideos'>, 'search' | 'category' | 'order'>

/** The queue: videos to review, oldest first unless asked otherwise; in 'all', newest first. */
export const queueQuery = (which: Which, filter: QueueFilter) =>
  pagesQuery('aiProcessedVideos', {
    ...(which === 'waiting' ? { status: 'waiting', order: 'oldest' } : {}),
    ...filter,
  })

/** What staff have decided about a video so far. Refetched whenever it is opened, because others decide too. */
export const reviewQuery = (id: string) =>
  queryOptions({ ...reading('videoReview', { params: { id } }), ...fresh })

/**
 * Says every ten seconds, while the page is visible, that this person has a video open, and learns what others have
 * open.
 */
export const presenceQuery = (videoId: string) =>
  queryOptions({
    queryKey: [api.reviewPresence(videoId), 'presence'],
    queryFn: ({ signal }) => call('reviewPresence', { params: { id: videoId }, signal }),
    refetchInterval: presenceEverySeconds * 1000,
    ...fresh,
    gcTime: 0,
  })
