import { queryOptions } from '@tanstack/react-query'
import { reading } from '../../lib/calls/call.ts'

/** Where the own plan stands: entitlement is the provider's word, so it is asked for whenever it is shown. */
export const subscriptionStatusQuery = queryOptions({
  ...reading('subscriptionStatus'),
  refetchOnMount: 'always' as const,
})
