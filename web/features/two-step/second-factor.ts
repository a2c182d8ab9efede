import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { recoveryCodes, SecondFactorState, secondFactorSetup } from '#contract/accounts.ts'
import { api } from '#contract/paths.ts'
import { request } from '../../lib/api.ts'
import { queryClient, read } from '../../lib/query-client.ts'

export const secondFactorQuery = queryOptions({
  queryKey: [api.secondFactor],
  queryFn: read<SecondFactorState>(),
})

/** Asks again how the second factor stands, and with it who is signed in and where. */
export const refreshSecondFactor = (): Promise<unknown> =>
  Promise.all(
    [api.secondFactor, api.user, api.sessions].map(key => queryClient.invalidateQueries({ queryKey: [key] })),
  )

export const setUpFactor = (): Promise<z.infer<typeof secondFactorSetup>> =>
  request('POST', api.secondFactorSetup, {})
export const confirmFactor = (code: string): Promise<z.infer<typeof recoveryCodes>> =>
  request('POST', api.secondFactorConfirm, { code })
export const verifyFactor = (code: string): Promise<{ ok: true }> =>
  request('POST', api.secondFactorVerify, { code })
export const renewCodes = (code: string): Promise<z.infer<typeof recoveryCodes>> =>
  request('POST', api.secondFactorCodes, { code })
export const turnFactorOff = (code: string): Promise<{ ok: true }> =>
  request('POST', api.secondFactorOff, { code })
