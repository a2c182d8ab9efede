import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import type { SubscriptionStatus } from '#contract/subscriptions.ts'
import { read } from '../../lib/query-client.ts'

/** Where the own plan stands: entitlement is the provider's word, so it is asked for whenever it is shown. */
export const subscriptionStatusQuery = queryOptions({
  queryKey: [api.subscriptionStatus] as const,
  queryFn: read<SubscriptionStatus>(),
  refetchOnMount: 'always' as const,
})
