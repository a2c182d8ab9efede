import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { QueryInput } from '#contract/endpoints/index.ts'
import { api } from '#contract/paths.ts'
import { call, reading } from '../../lib/calls/call.ts'
import { fresh } from '../../lib/calls/fresh.ts'

/** Others change this data, so it is fetched when opened and refetched while visible. */
/** How often an open page looks at money again. */
export const pollMs = 15_000

/** While the ledger check runs, its progress is polled every second. */
export const overviewQuery = queryOptions({
  ...reading('moneyOverview'),
  ...fresh,
  refetchInterval: ({ state: { data } }) => (data?.checking ? 1000 : pollMs),
})
export const fundingQuery = queryOptions({ ...reading('payoutFunding'), ...fresh, refetchInterval: pollMs })
export const monthsQuery = queryOptions({ ...reading('accountingMonths'), ...fresh })
export const correctionsQuery = queryOptions({ ...reading('corrections'), ...fresh })

const page = 25
export const peopleQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [api.peopleMoney, search] as const,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call('peopleMoney', { query: { search: search || undefined, offset: pageParam, limit: page }, signal }),
    getNextPageParam: (last, pages) => (last.length === page ? pages.length * page : undefined),
    ...fresh,
  })

export type EntriesFilter = Omit<QueryInput<'ledgerEntries'>, 'before' | 'limit'>
export const entriesQuery = (filter: EntriesFilter) =>
  infiniteQueryOptions({
    queryKey: [api.ledgerEntries, filter] as const,
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('ledgerEntries', { query: { ...filter, before: pageParam, limit: page }, signal }),
    getNextPageParam: last => (last.length === page ? last.at(-1)?.id : undefined),
    ...fresh,
  })
