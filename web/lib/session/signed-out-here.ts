import type { CurrentUser } from '#contract/accounts.ts'
import { api } from '#contract/paths.ts'
import { local } from '../browser-storage.ts'
import { ask } from '../calls/api.ts'

const key = 'signed-out-session'

/** Remembers a session that could not be ended at the server: in this browser it is over all the same. */
export const signOutHere = (session: string): void => local.set(key, session)

/**
 * Whether this person's session was signed out of here when the server could not be told; it is told now.
 * A session made since is another one.
 */
export async function isSignedOutHere({ sessionId }: CurrentUser): Promise<boolean> {
  if (sessionId === undefined || local.get(key) !== sessionId) return false
  const ended = await ask('POST', api.logoutCall, {}).catch(() => null)
  if (ended?.ok) local.remove(key)
  return true
}
