import { brand } from '#contract/brand.ts'
import { signInSuccessToastMs } from '#contract/constants.ts'
import { api } from '#contract/paths.ts'
import { appInfoQuery } from '../app-info.ts'
import { perTab } from '../browser-storage.ts'
import { queryClient } from '../query-client.ts'
import { type ToastContent, toast } from '../toast.ts'
import { mayStartSignIn } from './rules.ts'

const key = 'google-sign-in-started'
const fresh = 10 * 60_000

export const welcomeFromGoogle: ToastContent = {
  title: `Welcome to ${brand}!`,
  description: 'Successfully signed in with Google',
  duration: signInSuccessToastMs,
}

/** The identity provider's `auth/unauthorized-domain`. */
const unauthorizedDomain: ToastContent = {
  title: 'Sign In Failed',
  description:
    "This domain is not authorized for Google sign-in. Please add the current domain to the identity provider's authorized domains.",
  variant: 'destructive',
}

/**
 * Full-page login at the provider; remembers that it was asked for, so that the return can be greeted. From an
 * address that the provider does not know nobody would come back signed in: then that is said instead.
 * @returns whether the browser is on its way
 */
export async function startGoogleSignIn(): Promise<boolean> {
  // Without an answer the login itself shows what is wrong.
  const info = await queryClient.fetchQuery(appInfoQuery).catch(() => null)
  if (info && !mayStartSignIn(window.location.origin, info.signIn.origin)) {
    toast(unauthorizedDomain)
    return false
  }
  perTab.set(key, String(Date.now()))
  window.location.assign(api.login)
  return true
}

/** After the provider's redirect: the contract's greeting, once. */
export function greetAfterGoogleSignIn(signedIn: boolean): void {
  const started = Number(perTab.get(key))
  perTab.remove(key)
  if (!signedIn || Date.now() - started > fresh) return
  toast(welcomeFromGoogle)
}
