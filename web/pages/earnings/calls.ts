import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { EarningsReport, EarningsSeries, StatementSummary, Transaction } from '#contract/money.ts'
import { transactionsShown } from '#contract/money-constants.ts'
import { api } from '#contract/paths.ts'
import { request } from '../../lib/api.ts'
import { queryOf } from '../../lib/pages.ts'
import { read } from '../../lib/query-client.ts'
import type { Period } from './rules.ts'

/** Views are counted while nobody looks: figures are asked for anew whenever they are opened. */
const fresh = { refetchOnMount: 'always' } as const

const ofPeriod = <T>(path: string, { startDate, endDate }: Period) =>
  queryOptions({
    queryKey: [path, startDate, endDate] as const,
    queryFn: ({ signal }) =>
      request<T>('GET', `${path}?${queryOf({ startDate, endDate })}`, undefined, signal),
    // The figures of the period before stay until the new ones are there, so that nothing jumps.
    placeholderData: keepPreviousData,
    ...fresh,
  })
export const reportQuery = (period: Period) => ofPeriod<EarningsReport>(api.earningsReport, period)
export const seriesQuery = (period: Period) => ofPeriod<EarningsSeries>(api.earningsSeries, period)

/** Newest first; the next page begins after the last one seen. */
export const transactionsQuery = infiniteQueryOptions({
  queryKey: [api.transactions] as const,
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam, signal }) => {
    const query = queryOf({ cursor: pageParam })
    const path = query ? `${api.transactions}?${query}` : api.transactions
    return request<Transaction[]>('GET', path, undefined, signal)
  },
  getNextPageParam: page => (page.length === transactionsShown ? page.at(-1)?.id : undefined),
  ...fresh,
})

export const statementsQuery = queryOptions({
  queryKey: [api.statements] as const,
  queryFn: read<StatementSummary[]>(),
  ...fresh,
})
