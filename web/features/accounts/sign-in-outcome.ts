import { type ToastContent, toast } from '../../lib/toast.ts'
import { texts } from './texts.ts'

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
  const known: Record<string, ToastContent> = texts.signInErrors
  if (reason !== null) toast(known[reason] ?? texts.signInErrors.failed)
  const link = takeParameter('signInLink')
  if (link !== null) toast(link === 'expired' ? texts.linkNotNeeded.expired : texts.linkNotNeeded.used)
}
