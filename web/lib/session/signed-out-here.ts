import type { CurrentUser } from '#contract/accounts.ts'
import { api } from '#contract/paths.ts'
import { local } from '../browser-storage.ts'
import { ask } from '../calls/api.ts'

const key = 'signed-out-session'

/** Remembers a session that couldn't be ended on the server: in this browser it counts as ended. */
export const signOutHere = (session: string): void => local.set(key, session)

/** Whether this session is the one that couldn't be ended. */
export const wasSignedOutHere = ({ sessionId }: CurrentUser): boolean =>
  sessionId !== undefined && local.get(key) === sessionId

/**
 * Whether this person signed out here while the server was unreachable; the server is notified now. A session created
 * since then is a different one.
 */
export async function isSignedOutHere(user: CurrentUser): Promise<boolean> {
  if (!wasSignedOutHere(user)) return false
  const ended = await ask('POST', api.logoutCall, {}).catch(() => null)
  if (ended?.ok) local.remove(key)
  return true
}
