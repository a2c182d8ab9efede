import { queryOptions } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/accounts.ts'
import { api } from '#contract/paths.ts'
import { ask } from '../calls/api.ts'
import { syncIdentity } from './identity.ts'
import { isSignedOutHere } from './signed-out-here.ts'
import { clearStoredSession, storedTokens, storeSession, userOfPage } from './storage.ts'
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
