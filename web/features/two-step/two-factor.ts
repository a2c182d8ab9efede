import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import { reading } from '../../lib/calls/call.ts'
import { queryClient } from '../../lib/calls/query-client.ts'

export const twoFactorQuery = queryOptions({
  ...reading('twoFactor'),
})

/** Refetches the state of two-step verification, the signed-in user and the sessions. */
export const refreshTwoFactor = (): Promise<unknown> =>
  Promise.all(
    [api.twoFactor, api.user, api.sessions].map(key => queryClient().invalidateQueries({ queryKey: [key] })),
  )
