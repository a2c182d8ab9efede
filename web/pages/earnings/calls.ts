import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { transactionsShown } from '#contract/money/constants.ts'
import { api } from '#contract/paths.ts'
import { call, reading } from '../../lib/calls/call.ts'
import { fresh } from '../../lib/calls/fresh.ts'
import type { Period } from './rules.ts'

/** Views are counted in the background, so figures are refetched whenever they are opened. */

// The previous period's figures stay until the new ones are loaded, so that nothing jumps.
const ofPeriod = { placeholderData: keepPreviousData, ...fresh } as const
export const reportQuery = (query: Period) =>
  queryOptions({ ...reading('earningsReport', { query: { ...query } }), ...ofPeriod })
export const seriesQuery = (query: Period) =>
  queryOptions({ ...reading('earningsSeries', { query: { ...query } }), ...ofPeriod })

/** Newest first; the next page starts after the last id listed. */
export const transactionsQuery = infiniteQueryOptions({
  queryKey: [api.transactions] as const,
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam, signal }) => call('transactions', { query: { cursor: pageParam }, signal }),
  getNextPageParam: page => (page.length === transactionsShown ? page.at(-1)?.id : undefined),
  ...fresh,
})

export const budgetQuery = queryOptions({ ...reading('viewBudget'), ...fresh })

export const statementsQuery = (timeZone: string) =>
  queryOptions({ ...reading('statements', { query: { timeZone } }), ...fresh })
