import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  Payout,
  PayoutPreferences,
  payoutDestinationLink,
  payoutPreferencesBody,
} from '#contract/money/payouts.ts'
import type { Invoice, refundAnswer } from '#contract/money/subscriptions.ts'
import { api } from '#contract/paths.ts'
import { call, reading } from '../../lib/calls/call.ts'
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

export const triggerPayout = (): Promise<Payout> => call('triggerPayout')
export const openDestination = (country: string): Promise<z.infer<typeof payoutDestinationLink>> =>
  call('payoutDestination', { body: { country } })
export const savePreferences = (body: z.input<typeof payoutPreferencesBody>): Promise<PayoutPreferences> =>
  call('payoutPreferences', { body })

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

type Done = Promise<{ ok: true }>
export const approvePayout = (id: string): Done => call('approvePayout', { params: { payoutId: id } })
export const holdPayout = (id: string, reason: string): Done =>
  call('holdPayout', { params: { payoutId: id }, body: { reason } })
export const completePayout = (id: string, reference: string): Done =>
  call('completePayout', { params: { payoutId: id }, body: { reference } })

export const userInvoicesQuery = (userId: string) =>
  queryOptions({ ...reading('userInvoices', { params: { userId } }), ...fresh })
/** @param amount null: all that is left */
export const refundInvoice = (
  { id, refunded }: Invoice,
  reason: string,
  amount: number | null,
): Promise<z.infer<typeof refundAnswer>> =>
  call('refundInvoice', {
    params: { invoiceId: id },
    body: { reason, ...(amount === null ? {} : { part: { amount, refunded } }) },
  })
