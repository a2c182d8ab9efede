import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { recoveryCodes, secondFactorSetup } from '#contract/accounts.ts'
import { api } from '#contract/paths.ts'
import { call, reading } from '../../lib/calls/call.ts'
import { queryClient } from '../../lib/calls/query-client.ts'

export const secondFactorQuery = queryOptions({
  ...reading('secondFactor'),
})

/** Refetches the state of two-step verification, the signed-in user and the sessions. */
export const refreshSecondFactor = (): Promise<unknown> =>
  Promise.all(
    [api.secondFactor, api.user, api.sessions].map(key => queryClient.invalidateQueries({ queryKey: [key] })),
  )

export const setUpFactor = (): Promise<z.infer<typeof secondFactorSetup>> => call('secondFactorSetup')
export const confirmFactor = (code: string): Promise<z.infer<typeof recoveryCodes>> =>
  call('secondFactorConfirm', { body: { code } })
export const verifyFactor = (code: string): Promise<{ ok: true }> =>
  call('secondFactorVerify', { body: { code } })
export const renewCodes = (code: string): Promise<z.infer<typeof recoveryCodes>> =>
  call('secondFactorCodes', { body: { code } })
export const turnFactorOff = (code: string): Promise<{ ok: true }> =>
  call('secondFactorOff', { body: { code } })
