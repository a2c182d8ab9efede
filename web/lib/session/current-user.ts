import { queryOptions } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/accounts.ts'
import { storageKeys } from '#contract/constants.ts'
import { api } from '#contract/paths.ts'
import { local } from '../browser-storage.ts'
import { ask } from '../calls/api.ts'
import { isSignedOutHere, wasSignedOutHere } from './signed-out-here.ts'
import { clearStoredSession, storedTokens, storedUser, storeSession, userOfPage } from './storage.ts'
import { reloadForNewUser } from './watch-session.ts'

/** A single request; a token of the client's identity provider is introduced first if its person isn't known yet. */
async function introduced(): Promise<Response> {
  const response = await ask('GET', api.user)
  return response.status === 401 && (await syncIdentity()) ? ask('GET', api.user) : response
}

/**
 * Asks who is signed in; null for nobody and for any non-OK answer. The session is an HttpOnly cookie, so this asks
 * even if nothing is stored here (an emailed link or a provider's redirect leaves only the cookie). If the stored token
 * names someone other than the cookie, the server answers 401: then the stored one is wrong. @throws TypeError if there
 * was no answer at all
 */
async function askWhoIsSignedIn(): Promise<CurrentUser | null> {
  const stored = storedTokens()
  let response = await introduced()
  if (response.status === 401 && stored !== null) {
    // Another tab may have found out first, and removed them or stored the new person's.
    if (storedTokens() === stored) clearStoredSession()
    response = await ask('GET', api.user)
  }
  if (!response.ok) return null
  const user = (await response.json()) as CurrentUser | null
  if (!user || (await isSignedOutHere(user))) return null
  const before = userOfPage()
  storeSession(user)
  // Everything this page has loaded belongs to someone else.
  if (before !== null && before !== user.id) return reloadForNewUser()
  return user
}

export const currentUserQuery = queryOptions({ queryKey: [api.user], queryFn: askWhoIsSignedIn })

/**
 * Whether a page that the server drew for this person is right in this browser, by what is stored here; then their
 * session is stored as if it had been asked for. @param user null for nobody, undefined if the server couldn't say
 */
export function acceptsDrawn(user: CurrentUser | null | undefined): boolean {
  if (!user) return user === null && storedTokens() === null
  if (![null, user.id].includes(storedUser()) || wasSignedOutHere(user)) return false
  storeSession(user)
  return true
}

/** The claims of an ID token. Only the server can verify them. */
function claimsOf(token: string): Record<string, unknown> {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(payload), char => char.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
  } catch {
    return {} // not a token: the server refuses it like any other
  }
}

/**
 * Sends the stored identity provider token to the server, which creates a session. @returns whether it did; false
 * without a token or if the server refuses it
 */
async function syncIdentity(): Promise<boolean> {
  const token = local.get(storageKeys.firebaseToken)
  if (!token) return false
  const { sub, email, name, picture } = claimsOf(token)
  const person = { firebaseUid: sub, email, displayName: name ?? null, photoURL: picture ?? null }
  return (await ask('POST', api.sync, person)).ok
}
