import { queryOptions } from '@tanstack/react-query'
import type { BillingAddress, SubscriptionStatus } from '#contract/money/subscriptions.ts'
import { api } from '#contract/paths.ts'
import { call, reading } from '../../lib/calls/call.ts'
import { queryClient } from '../../lib/calls/query-client.ts'
import { currentUserQuery } from '../../lib/session/current-user.ts'
import { subscriptionStatusQuery } from './status.ts'

export const plansQuery = queryOptions({ ...reading('plans') })

/** The price of a plan with tax; fetched once there is an address. */
export const planPreviewQuery = (priceId: string, address: BillingAddress | null) =>
  queryOptions({
    queryKey: [api.previewPlan, priceId, address] as const,
    queryFn: ({ signal }) =>
      call('previewPlan', { body: { priceId, address: address as BillingAddress }, signal }),
    enabled: address !== null,
    retry: false,
  })

/** Never cached: the amount is only valid at this moment. */
export const changePreviewQuery = (priceId: string) =>
  queryOptions({
    queryKey: [api.previewPlanChange, priceId] as const,
    queryFn: ({ signal }) => call('previewPlanChange', { body: { priceId }, signal }),
    gcTime: 0,
  })

/** Every query that a change of plan affects, including the account, as in the contract. */
export const refreshPlan = (): Promise<unknown> =>
  Promise.all(
    [subscriptionStatusQuery.queryKey, currentUserQuery.queryKey].map(queryKey =>
      queryClient().invalidateQueries({ queryKey }),
    ),
  )

const newsEveryMs = 1000
const newsAskedFor = 15

/**
 * Polls the plan for a quarter of a minute until the provider's confirmation of a payment has arrived.
 * @param arrived whether the plan shows it
 * @returns whether it has
 */
export async function untilPlan(arrived: (status: SubscriptionStatus) => boolean): Promise<boolean> {
  for (let asked = 0; asked < newsAskedFor; asked++) {
    if (arrived(await queryClient().fetchQuery({ ...subscriptionStatusQuery, staleTime: 0 }))) return true
    await new Promise(resolve => setTimeout(resolve, newsEveryMs))
  }
  return false
}
