import { toast } from '../../lib/toast.ts'
import { texts } from './texts.ts'

const parameter = 'signInError'

/** Tells why the identity provider sent the visitor back without a session, once. */
export function showSignInError(): void {
  const address = new URL(window.location.href)
  const reason = address.searchParams.get(parameter)
  if (reason === null) return
  address.searchParams.delete(parameter)
  window.history.replaceState(window.history.state, '', address)
  const known: Record<string, (typeof texts.signInErrors)[keyof typeof texts.signInErrors]> =
    texts.signInErrors
  toast(known[reason] ?? texts.signInErrors.failed)
}
