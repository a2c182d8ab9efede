import type { Queryable } from '#server/core/db/database.ts'
import { absoluteMs } from '../rules.ts'

/** The session of a token and its person, in the one query that every signed-in request needs. */
export async function sessionOf(db: Queryable, token: string) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select([
      's.id as session_id',
      's.created_at as began_at',
      's.expires_at',
      's.second_factor_at',
      'u.id',
      'u.email',
      'u.email_verified',
      'u.role',
      'u.second_factor',
      'u.suspended_at',
      'u.language',
      'u.units',
    ])
    .where('s.token', '=', token)
    .executeTakeFirst()
}

/** Ends the person's sessions, and revokes their access tokens. @param except one to keep @returns how many sessions ended */
export async function endSessionsOf(db: Queryable, userId: string, except?: string): Promise<number> {
  await db.deleteFrom('access_tokens').where('user_id', '=', userId).execute()
  let query = db.deleteFrom('sessions').where('user_id', '=', userId)
  if (except !== undefined) query = query.where('id', '!=', except)
  return Number((await query.executeTakeFirst()).numDeletedRows)
}

export interface SessionRow {
  id: string
  created_at: Date
  updated_at: Date
  ip_address: string | null
  user_agent: string | null
}

/** The person's active sessions, last used first. */
export async function listSessions(db: Queryable, userId: string, now: Date): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'updated_at', 'ip_address', 'user_agent'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('created_at', '>', new Date(now.getTime() - absoluteMs))
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute()
}

/** One active session, or undefined. */
export async function findSession(db: Queryable, id: string, now: Date): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .where('created_at', '>', new Date(now.getTime() - absoluteMs))
    .executeTakeFirst()
}

/** Ends one of the person's own sessions. @returns false when they have no such session */
export async function endOwnSession(db: Queryable, userId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function endSession(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}
