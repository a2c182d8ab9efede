import { brand } from '#contract/brand.ts'
import { signInSuccessToastMs } from '#contract/constants.ts'
import { api } from '#contract/paths.ts'
import { perTab } from '../browser-storage.ts'
import { toast } from '../toast.ts'

const key = 'google-sign-in-started'
const fresh = 10 * 60_000

/** Full-page login at the provider; remembers that it was asked for, so that the return can be greeted. */
export function startGoogleSignIn(): void {
  perTab.set(key, String(Date.now()))
  window.location.assign(api.login)
}

/** After the provider's redirect: the contract's greeting, once. */
export function greetAfterGoogleSignIn(signedIn: boolean): void {
  const started = Number(perTab.get(key))
  perTab.remove(key)
  if (!signedIn || Date.now() - started > fresh) return
  toast({
    title: `Welcome to ${brand}!`,
    description: 'Successfully signed in with Google',
    duration: signInSuccessToastMs,
  })
}
