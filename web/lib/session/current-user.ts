import { queryOptions } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/accounts.ts'
import { api } from '#contract/paths.ts'
import { send } from '../api.ts'
import { clearStoredSession, hasStoredToken, storeSession } from './storage.ts'

/**
 * Asks who is signed in; null for nobody and for any non-OK answer. The session is an HttpOnly cookie, so the
 * question is asked even when nothing is stored here (a mailed link or a provider's redirect leaves only the cookie).
 * A stored token that names somebody else than the cookie makes the server answer 401: then the stored one is wrong.
 * @throws TypeError when no answer came at all
 */
async function askWhoIsSignedIn(): Promise<CurrentUser | null> {
  let response = await send('GET', api.user)
  if (response.status === 401 && hasStoredToken()) {
    clearStoredSession()
    response = await send('GET', api.user)
  }
  if (!response.ok) return null
  const user = (await response.json()) as CurrentUser | null
  if (user) storeSession(user)
  return user
}

export const currentUserQuery = queryOptions({ queryKey: [api.user], queryFn: askWhoIsSignedIn })
