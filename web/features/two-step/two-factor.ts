import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { recoveryCodes, twoFactorSetup } from '#contract/accounts.ts'
import { api } from '#contract/paths.ts'
import { call, reading } from '../../lib/calls/call.ts'
import { queryClient } from '../../lib/calls/query-client.ts'

export const twoFactorQuery = queryOptions({
  ...reading('twoFactor'),
})

/** Refetches the state of two-step verification, the signed-in user and the sessions. */
export const refreshTwoFactor = (): Promise<unknown> =>
  Promise.all(
    [api.twoFactor, api.user, api.sessions].map(key => queryClient().invalidateQueries({ queryKey: [key] })),
  )

export const setUpFactor = (): Promise<z.infer<typeof twoFactorSetup>> => call('twoFactorSetup')
export const confirmFactor = (code: string): Promise<z.infer<typeof recoveryCodes>> =>
  call('twoFactorConfirm', { body: { code } })
export const verifyFactor = (code: string): Promise<{ ok: true }> =>
  call('twoFactorVerify', { body: { code } })
export const renewCodes = (code: string): Promise<z.infer<typeof recoveryCodes>> =>
  call('twoFactorCodes', { body: { code } })
export const turnOffTwoFactor = (code: string): Promise<{ ok: true }> =>
  call('twoFactorOff', { body: { code } })
