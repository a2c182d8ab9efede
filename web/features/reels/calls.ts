import { queryOptions } from '@tanstack/react-query'
import type { Reel } from '#contract/reels/schemas.ts'
import { reading } from '../../lib/calls/call.ts'

const pollMs = 1000

/** Whether staff may decide about a video: not about their own, while there is another staff member. */
export const mayDecideQuery = (videoId: string) =>
  queryOptions({
    ...reading('videoReview', { params: { id: videoId } }),
    select: ({ mayDecide }) => mayDecide,
  })

export const isRendering = ({ clip }: Reel): boolean =>
  clip?.status === 'pending' || clip?.status === 'rendering'

/** The music that was brought for a video's reels, asked for again while some is being read. */
export const musicQuery = (videoId: string) =>
  queryOptions({
    ...reading('musicFiles', { params: { id: videoId } }),
    refetchInterval: query => (query.state.data?.some(({ status }) => status === 'reading') ? pollMs : false),
  })

/** The reels of a video, asked for again while one is being rendered. */
export const reelsQuery = (videoId: string) =>
  queryOptions({
    ...reading('reels', { params: { id: videoId } }),
    refetchInterval: query => (query.state.data?.some(isRendering) ? pollMs : false),
  })
