import { queryOptions } from '@tanstack/react-query'
import { reading } from '../../lib/calls/call.ts'

/** The person's plan. Entitlement comes from the provider, so it is fetched whenever it is shown. */
export const subscriptionStatusQuery = queryOptions({
  ...reading('subscriptionStatus'),
  refetchOnMount: 'always' as const,
})
