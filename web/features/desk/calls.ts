import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { DeskKind } from '#contract/money/constants.ts'
import { api } from '#contract/paths.ts'
import { call, reading } from '../../lib/calls/call.ts'
import { fresh } from '../../lib/calls/fresh.ts'
import { pollMs } from '../accounting/calls.ts'

export const limitsQuery = queryOptions({ ...reading('payoutLimits'), ...fresh })
export const budgetQuery = queryOptions({ ...reading('payoutBudget'), ...fresh })
export const incomeQuery = queryOptions({ ...reading('platformIncome'), ...fresh })

const page = 25
export const negativeQuery = infiniteQueryOptions({
  queryKey: [api.negativeBalances] as const,
  initialPageParam: 0,
  queryFn: ({ pageParam, signal }) =>
    call('negativeBalances', { query: { offset: pageParam, limit: page }, signal }),
  getNextPageParam: (last, pages) => (last.length === page ? pages.length * page : undefined),
  ...fresh,
})

export const deskListQuery = (kind: DeskKind) =>
  infiniteQueryOptions({
    queryKey: [api.desk, kind] as const,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call('desk', { query: { kind, offset: pageParam, limit: page }, signal }),
    getNextPageParam: (last, pages) => (last.length === page ? pages.length * page : undefined),
    ...fresh,
    // Disputes and warnings have a date to be answered by, and arrive while the page is open.
    refetchInterval: pollMs,
  })
export const disputeQuery = (disputeId: string) =>
  queryOptions({ ...reading('dispute', { params: { disputeId } }), ...fresh })
