import { queryOptions } from '@tanstack/react-query'
import { reading } from '../../lib/calls/call.ts'
import { fresh } from '../../lib/calls/fresh.ts'

/** The person's plan. Entitlement comes from the provider, so it is fetched whenever it is shown. */
export const subscriptionStatusQuery = queryOptions({
  ...reading('subscriptionStatus'),
  ...fresh,
})
