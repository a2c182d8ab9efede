import { queryOptions } from '@tanstack/react-query'
import { reading } from '../../lib/calls/call.ts'
import { pagesQuery } from '../../lib/calls/pages.ts'

export type Which = 'waiting' | 'all'

/** The queue: what waits longest comes first; of all, the newest. */
export const queueQuery = (which: Which) =>
  pagesQuery('aiProcessedVideos', which === 'waiting' ? { status: 'waiting', order: 'oldest' } : {})

/** What staff have decided about a video so far. Asked anew whenever it is opened: others decide too. */
export const reviewQuery = (id: string) =>
  queryOptions({ ...reading('videoReview', { params: { id } }), refetchOnMount: 'always' })

/** Says which version of a review a decision is about, so that two people cannot decide past each other. */
export const ifMatch = (version: number): Record<string, string> => ({ 'if-match': `"${version}"` })
