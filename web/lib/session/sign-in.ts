import { signInSuccessToastMs } from '#contract/constants.ts'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/lib/session.ts'
import { perTab } from '../browser-storage.ts'
import { appInfoQuery } from '../calls/app-info.ts'
import { queryClient } from '../calls/query-client.ts'
import { toast, toastError } from '../toast.ts'
import { mayStartSignIn } from './rules.ts'

const key = 'google-sign-in-started'
const fresh = 10 * 60_000

/**
 * Full-page login at the provider; remembers the request, so that the return can be greeted. From an unregistered
 * address nobody would come back signed in, so an error is shown instead. @returns whether the browser is on its way
 */
export async function startGoogleSignIn(): Promise<boolean> {
  // Without an answer, the sign-in page shows what is wrong.
  const info = await queryClient()
    .fetchQuery(appInfoQuery)
    .catch(() => null)
  if (info && !mayStartSignIn(window.location.origin, info.signIn.origin)) {
    toastError(texts.unauthorizedDomain)
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
  toast({ ...texts.welcomeFromGoogle, duration: signInSuccessToastMs })
}
