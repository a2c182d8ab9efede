import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryInput } from '#contract/endpoints/index.ts'
import { api } from '#contract/paths.ts'
import { isGoing } from '../../features/payouts/rules.ts'
import { call, reading } from '../../lib/calls/call.ts'
import { fresh } from '../../lib/calls/fresh.ts'
import { pagesQuery } from '../../lib/calls/pages.ts'

export type Filter = Record<string, string | undefined>
type PayoutFilter = QueryInput<'payoutTotals'>

export const platformStatsQuery = queryOptions({
  ...reading('platformStats'),
  ...fresh,
})
/** What the next payouts need at Stripe, and what is available. */
export const payoutFundingQuery = queryOptions({
  ...reading('payoutFunding'),
  refetchInterval: 5000,
  ...fresh,
})
export const usersQuery = (filter: Filter) => pagesQuery('adminUsers', { limit: 50, ...filter })
export const adminVideosQuery = (filter: Filter) => pagesQuery('adminVideos', { limit: 50, ...filter })

/** The latest actions, as sentences. */
export const activityQuery = queryOptions({
  queryKey: [api.activity],
  queryFn: ({ signal }) => call('activity', { query: { limit: 12 }, signal }),
  ...fresh,
})

/** An account's history. */
export const userHistoryQuery = (userId: string) =>
  queryOptions({ ...reading('userHistory', { params: { userId } }), ...fresh })

const payoutPage = 100
const goingPollMs = 3000
const calmPollMs = 15_000

/** Newest first; the next page starts after the last id listed. Polled more often while a payout is being sent. */
export const payoutsQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: [api.adminPayouts, filter] as const,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('adminPayouts', {
        query: { ...(filter as PayoutFilter), cursor: pageParam, limit: payoutPage },
        signal,
      }),
    getNextPageParam: page => (page.length === payoutPage ? page.at(-1)?.id : undefined),
    refetchInterval: ({ state }) => (state.data?.pages.flat().some(isGoing) ? goingPollMs : calmPollMs),
    ...fresh,
  })

export const payoutTotalsQuery = (filter: Filter) =>
  queryOptions({
    ...reading('payoutTotals', { query: filter as PayoutFilter }),
    placeholderData: keepPreviousData,
    refetchInterval: calmPollMs,
    ...fresh,
  })
