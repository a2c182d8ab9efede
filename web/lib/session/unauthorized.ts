import { loginRedirectDelayMs } from '#contract/constants.ts'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/lib/session.ts'
import { type ToastContent, toastError } from '../toast.ts'
import { leavePageIn } from './leave-page.ts'

/** The login that returns to this page. */
function loginAddress(): string {
  const here = window.location.pathname + window.location.search
  return here === '/' ? api.login : `${api.login}?returnTo=${encodeURIComponent(here)}`
}

/** Notifies the visitor and starts a new login after the contract's pause. Many failed calls lead there once. */
export function handleUnauthorized(message: ToastContent = texts.unauthorized): void {
  if (leavePageIn(loginRedirectDelayMs, () => window.location.assign(loginAddress()))) toastError(message)
}
