import type { z } from 'zod'
import type { signInLinkSent } from '#contract/accounts.ts'
import { call } from '../../lib/calls/call.ts'

/** Requests an emailed link; the answer doesn't reveal whether the address has an account. */
export const requestSignInLink = (email: string): Promise<z.infer<typeof signInLinkSent>> =>
  call('signInLink', { body: { email } })
