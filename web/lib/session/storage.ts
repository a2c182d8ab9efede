import { storageKeys } from '#contract/constants.ts'
import { local } from '../browser-storage.ts'
import { forgetDrafts } from '../draft.ts'
import { perVisit } from '../visit.ts'

const shown = perVisit((): { user: string | null } => ({ user: null }))

/** Whose page this is: the person of the first answer, whatever other tabs have stored since. */
export const userOfPage = (): string | null => shown().user

/** What the contract stores in the browser about the session. None of it proves anything to the server. */
export function storeSession(user: { id: string; email: string }): void {
  shown().user = user.id
  local.set(storageKeys.userToken, user.id)
  local.set(storageKeys.userEmail, user.email)
}

export const storedUser = (): string | null => local.get(storageKeys.userToken)

/** Everything stored about a session as one text for comparison; null if nothing is. */
export function storedTokens(): string | null {
  const values = Object.values(storageKeys).map(key => local.get(key))
  return values.some(value => value !== null) ? JSON.stringify(values) : null
}

export function clearStoredSession(): void {
  for (const key of Object.values(storageKeys)) local.remove(key)
}

/** For deliberate sign-outs: nothing about the person stays in this tab. */
export function forgetPerson(): void {
  clearStoredSession()
  forgetDrafts()
}
