import type { Actor } from '#server/core/http/permission.ts'
import type { Deps } from '#server/deps.ts'
import { findUser } from '../people/store.ts'
import { findSession } from './store.ts'

/**
 * Whether a session that was valid when a request arrived still is: neither ended nor expired, and its person
 * neither suspended since nor in another role. For connections that outlive the request that opened them.
 */
export async function sessionContinues(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
): Promise<boolean> {
  const now = clock.now()
  if (!actor.until) return (await findSession(db, actor.sessionId, now)) !== undefined
  const user = await findUser(db, actor.id)
  return actor.until > now && user?.role === actor.role && user.suspended_at === null
}
