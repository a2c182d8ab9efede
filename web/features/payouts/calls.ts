import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api } from '#contract/paths.ts'
import type {
  Payout,
  PayoutPreferences,
  PayoutSummary,
  payoutDestinationLink,
  payoutPreferencesBody,
} from '#contract/payouts.ts'
import type { Invoice, refundAnswer } from '#contract/subscriptions.ts'
import { request } from '../../lib/api.ts'
import { queryClient, read } from '../../lib/query-client.ts'
import { currentUserQuery } from '../../lib/session/current-user.ts'
import { isGoing } from './rules.ts'

const fresh = { refetchOnMount: 'always' } as const
const goingPollMs = 3000

export const payoutSummaryQuery = queryOptions({
  queryKey: [api.payoutSummary] as const,
  queryFn: read<PayoutSummary>(),
  ...fresh,
})

/** Asked again while a payout is being sent, so that its arrival is seen. */
export const payoutHistoryQuery = queryOptions({
  queryKey: [api.payoutHistory] as const,
  queryFn: read<Payout[]>(),
  refetchInterval: ({ state }) => (state.data?.some(isGoing) ? goingPollMs : false),
  ...fresh,
})

export const triggerPayout = (): Promise<Payout> => request('POST', api.triggerPayout)
export const openDestination = (): Promise<z.infer<typeof payoutDestinationLink>> =>
  request('POST', api.payoutDestination)
export const savePreferences = (body: z.input<typeof payoutPreferencesBody>): Promise<PayoutPreferences> =>
  request('PATCH', api.payoutPreferences, body)

/** Everything that shows the balance. */
export const refreshMoney = (): Promise<unknown> =>
  Promise.all(
    [api.payoutSummary, api.payoutHistory, api.transactions, ...currentUserQuery.queryKey].map(key =>
      queryClient.invalidateQueries({ queryKey: [key] }),
    ),
  )

type Done = Promise<{ ok: true }>
export const approvePayout = (id: string): Done => request('POST', api.approvePayout(id))
export const holdPayout = (id: string, reason: string): Done =>
  request('POST', api.holdPayout(id), { reason })
export const completePayout = (id: string, reference: string): Done =>
  request('POST', api.completePayout(id), { reference })

export const userInvoicesQuery = (userId: string) =>
  queryOptions({ queryKey: [api.userInvoices(userId)] as const, queryFn: read<Invoice[]>(), ...fresh })
export const refundInvoice = (id: string, reason: string): Promise<z.infer<typeof refundAnswer>> =>
  request('POST', api.refundInvoice(id), { reason })
