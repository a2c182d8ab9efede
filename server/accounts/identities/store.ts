import { createHash } from 'node:crypto'
import type { Queryable } from '#server/core/db/database.ts'

/** The user of an account at an identity provider; null when there is none. */
export async function userOfIdentity(
  db: Queryable,
  provider: string,
  subject: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('identities')
    .select('user_id')
    .where('provider_id', '=', provider)
    .where('account_id', '=', subject)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Uses up a credential. @returns false when it had been used before */
export async function spendProof(db: Queryable, proof: string, expiresAt: Date): Promise<boolean> {
  const digest = createHash('sha256').update(proof).digest('hex')
  const result = await db
    .insertInto('spent_proofs')
    .values({ digest, expires_at: expiresAt })
    .onConflict(c => c.column('digest').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export interface IdentityRecord {
  provider: string
  subject: string
  linkedAt: Date
}

export async function identitiesOf(db: Queryable, userId: string): Promise<IdentityRecord[]> {
  const rows = await db.selectFrom('identities').selectAll().where('user_id', '=', userId).execute()
  return rows.map(r => ({ provider: r.provider_id, subject: r.account_id, linkedAt: r.created_at }))
}
