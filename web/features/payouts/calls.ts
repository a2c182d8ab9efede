import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import { reading } from '../../lib/calls/call.ts'
import { fresh } from '../../lib/calls/fresh.ts'
import { currentUserQuery } from '../../lib/session/current-user.ts'
import { isGoing } from './rules.ts'

const goingPollMs = 3000

/** Polled while a payout is on its way. */
export const payoutSummaryQuery = queryOptions({
  ...reading('payoutSummary'),
  refetchInterval: ({ state }) => (state.data && state.data.inTransit > 0 ? goingPollMs : false),
  ...fresh,
})

/** Polled while a payout is being sent, to show when it arrives. */
export const payoutHistoryQuery = queryOptions({
  ...reading('payoutHistory'),
  refetchInterval: ({ state }) => (state.data?.some(isGoing) ? goingPollMs : false),
  ...fresh,
})

/** Every query that shows the balance. */
export const moneyPaths = [
  api.payoutSummary,
  api.payoutHistory,
  api.transactions,
  api.earningsReport,
  api.earningsSeries,
  api.statements,
  ...currentUserQuery.queryKey,
]

export const payoutEvidenceQuery = (payoutId: string) =>
  queryOptions({ ...reading('payoutEvidence', { params: { payoutId } }), ...fresh })

export const userInvoicesQuery = (userId: string) =>
  queryOptions({ ...reading('userInvoices', { params: { userId } }), ...fresh })
