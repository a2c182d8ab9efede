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

/** How long after an analysis its best reel may first be seen. */
const composingMs = 60_000

/**
 * The reels of a video, asked for again while one is being rendered, and while the first one may be on its way.
 * @param analyzedAt when the analysis was done; null: not yet
 */
export const reelsQuery = (videoId: string, analyzedAt: string | null = null) =>
  queryOptions({
    ...reading('reels', { params: { id: videoId } }),
    refetchInterval: ({ state: { data } }) => {
      const composing = analyzedAt !== null && Date.now() - Date.parse(analyzedAt) < composingMs
      return data?.some(isRendering) || (data?.length === 0 && composing) ? pollMs : false
    },
  })
