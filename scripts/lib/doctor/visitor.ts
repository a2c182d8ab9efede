import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { sessionCookie } from '#server/accounts/index.ts'
import type { Database } from '#server/core/db/database.ts'
import type { Secrets } from '#server/core/secrets.ts'

const address = 'doctor.invalid'

/** Deletes the doctor's accounts, also those that a killed run left. Nobody can sign in to one. */
async function removeVisitors(db: Database, olderThan: string): Promise<void> {
  await sql`delete from users where email like ${`%@${address}`} and created_at <= now() - ${olderThan}::interval`.execute(
    db,
  )
}

/**
 * Runs the work as a rider who exists only meanwhile: the operator has the database and the secret, so that no
 * permission is needed that others could use.
 * @param work receives the cookie of a session
 */
export async function asVisitor<T>(
  db: Database,
  { secrets, isSecure }: { secrets: Secrets; isSecure: boolean },
  work: (cookie: string) => Promise<T>,
): Promise<T> {
  await removeVisitors(db, '1 hour')
  const id = randomUUID()
  const token = randomBytes(24).toString('hex')
  await db
    .insertInto('users')
    .values({ id, email: `${id}@${address}`, name: 'Doctor' })
    .execute()
  try {
    await db
      .insertInto('sessions')
      .values({
        id: randomUUID(),
        user_id: id,
        token,
        expires_at: sql<Date>`now() + interval '30 days'`,
        user_agent: 'npm run doctor',
      })
      .execute()
    return await work(sessionCookie(token, { key: secrets.key('sign-in'), isSecure }))
  } finally {
    // Its videos and sessions go with it.
    await db.deleteFrom('users').where('id', '=', id).execute()
  }
}
