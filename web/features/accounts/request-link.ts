import type { z } from 'zod'
import type { signInLinkSent } from '#contract/accounts.ts'
import { api } from '#contract/paths.ts'
import { request } from '../../lib/api.ts'

/** Asks for a mailed sign-in link; the answer does not tell whether the address has an account. */
export const requestSignInLink = (email: string): Promise<z.infer<typeof signInLinkSent>> =>
  request('POST', api.signInLink, { email })
