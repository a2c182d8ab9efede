import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { transactionsShown } from '#contract/money/constants.ts'
import { api } from '#contract/paths.ts'
import { call, reading } from '../../lib/calls/call.ts'
import type { Period } from './rules.ts'

/** Views are counted while nobody looks: figures are asked for anew whenever they are opened. */
const fresh = { refetchOnMount: 'always' } as const

// The figures of the period before stay until the new ones are there, so that nothing jumps.
const ofPeriod = { placeholderData: keepPreviousData, ...fresh } as const
export const reportQuery = (query: Period) =>
  queryOptions({ ...reading('earningsReport', { query: { ...query } }), ...ofPeriod })
export const seriesQuery = (query: Period) =>
  queryOptions({ ...reading('earningsSeries', { query: { ...query } }), ...ofPeriod })

/** Newest first; the next page begins after the last one seen. */
export const transactionsQuery = infiniteQueryOptions({
  queryKey: [api.transactions] as const,
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam, signal }) => call('transactions', { query: { cursor: pageParam }, signal }),
  getNextPageParam: page => (page.length === transactionsShown ? page.at(-1)?.id : undefined),
  ...fresh,
})

export const statementsQuery = (timeZone: string) =>
  queryOptions({ ...reading('statements', { query: { timeZone } }), ...fresh })
