import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { platformStatuses } from '#contract/publishing/publications.ts'
import { reading } from '../../lib/calls/call.ts'
import { fresh } from '../../lib/calls/fresh.ts'
import { isMoving } from './standing.ts'

export type PlatformStatuses = z.infer<typeof platformStatuses>

/** Polled more often than the queue's counts while something is on its way. */
export const goingPollMs = 3000

/** Where a video is published, one line per platform; polled while it is on its way. */
export const platformStatusesQuery = (videoId: string) =>
  queryOptions({
    ...reading('videoPublications', { params: { id: videoId } }),
    refetchInterval: ({ state: { data } }) =>
      data?.some(one => isMoving(one, Date.now())) ? goingPollMs : false,
    ...fresh,
  })
