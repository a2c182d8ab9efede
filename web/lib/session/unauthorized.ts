import { loginRedirectDelayMs } from '#contract/constants.ts'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/lib/session.ts'
import { type ToastContent, toastError } from '../toast.ts'

let leaving = false

/** The login that returns to this page. */
function loginAddress(): string {
  const here = window.location.pathname + window.location.search
  return here === '/' ? api.login : `${api.login}?returnTo=${encodeURIComponent(here)}`
}

/** Notifies the visitor and starts a new login after the contract's pause. Many failed calls lead there once. */
export function handleUnauthorized(message: ToastContent = texts.unauthorized): void {
  if (leaving) return
  leaving = true
  toastError(message)
  setTimeout(() => window.location.assign(loginAddress()), loginRedirectDelayMs)
}

/** A page restored by the Back button keeps its variables, and may have to send the visitor to the login again. */
export function watchReturn(): void {
  window.addEventListener('pageshow', event => {
    if (event.persisted) leaving = false
  })
}
