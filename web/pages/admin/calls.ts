import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import { call, reading } from '../../lib/calls/call.ts'
import { pagesQuery } from '../../lib/calls/pages.ts'

export type Filter = Record<string, string | undefined>

/** Figures and lists that others change are asked for whenever they are opened. */
const fresh = { refetchOnMount: 'always' } as const

export const platformStatsQuery = queryOptions({
  ...reading('platformStats'),
  ...fresh,
})
/** What the next payouts need at Stripe, and what is there. */
export const payoutFundingQuery = queryOptions({ ...reading('payoutFunding'), ...fresh })
export const usersQuery = (filter: Filter) => pagesQuery('adminUsers', { limit: 50, ...filter })
export const adminVideosQuery = (filter: Filter) => pagesQuery('adminVideos', { limit: 50, ...filter })

/** The latest things done, as sentences. */
export const activityQuery = queryOptions({
  queryKey: [api.activity],
  queryFn: ({ signal }) => call('activity', { query: { limit: 12 }, signal }),
  ...fresh,
})

/** Everything that was done to a video. */
export const videoHistoryQuery = (id: string) =>
  queryOptions({ ...reading('videoHistory', { params: { id } }), ...fresh })
/** Everything that was done to an account. */
export const userHistoryQuery = (userId: string) =>
  queryOptions({ ...reading('userHistory', { params: { userId } }), ...fresh })

const auditPage = 50
export const auditQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: [api.audit, filter] as const,
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('audit', { query: { ...filter, before: pageParam, limit: auditPage }, signal }),
    getNextPageParam: page => (page.length === auditPage ? page.at(-1)?.id : undefined),
    ...fresh,
  })

const payoutPage = 100
/** Newest first; the next page begins after the last one seen. */
export const payoutsQuery = infiniteQueryOptions({
  queryKey: [api.adminPayouts] as const,
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam, signal }) =>
    call('adminPayouts', { query: { cursor: pageParam, limit: payoutPage }, signal }),
  getNextPageParam: page => (page.length === payoutPage ? page.at(-1)?.id : undefined),
  ...fresh,
})
