import { texts } from '#texts/features/accounts/outcome.ts'
import { type ToastContent, toast, toastError } from '../../lib/toast.ts'

/** Removes a parameter from the address, so that a reload doesn't repeat its effect. */
function takeParameter(name: string): string | null {
  const address = new URL(window.location.href)
  const value = address.searchParams.get(name)
  if (value === null) return null
  address.searchParams.delete(name)
  window.history.replaceState(window.history.state, '', address)
  return value
}

/** Reports once how a sign-in ended elsewhere: at the identity provider, or with an emailed link that wasn't needed. */
export function showSignInOutcome(): void {
  const reason = takeParameter('signInError')
  const { cancelled, ...errors } = texts.signInErrors
  const known: Record<string, ToastContent> = errors
  if (reason === 'cancelled') toast(cancelled)
  else if (reason !== null) toastError(known[reason] ?? errors.failed)
  const link = takeParameter('signInLink')
  if (link === 'confirmed') toast(texts.confirmed)
  else if (link !== null) toast(link === 'expired' ? texts.linkNotNeeded.expired : texts.linkNotNeeded.used)
}
