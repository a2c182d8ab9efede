import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Queryable } from '#server/core/db/database.ts'
import { recordViews } from '#server/earnings/index.ts'
import { sampleOf } from '../money.ts'

/** The id of the nth of many people, in ascending order: 'acct_many00000007'. */
export const idOfMany = (prefix: string, n: number): string => `${prefix}_many${String(n).padStart(8, '0')}`

/** The same in SQL, for the column `n`. */
export const idInSql = (prefix: string) => sql.raw(`'${prefix}_many' || lpad(n::text, 8, '0')`)

/** People with verified addresses, user_many00000001 and up, inserted by one statement per table. */
export async function makeMany(db: Queryable, count: number): Promise<void> {
  const all = sql`generate_series(1, ${count}::int) n`
  await sql`insert into users (id, email, email_verified, email_verified_at, name)
    select ${idInSql('user')}, 'many-' || n || '@creators.example', true, now(), 'Many' from ${all}`.execute(
    db,
  )
  await sql`insert into ledger_accounts (kind, user_id)
    select k, ${idInSql('user')} from ${all},
      unnest(array['creator_paid', 'creator_payable', 'creator_pending']) k`.execute(db)
}

/**
 * Gives each of the first `count` people a Stripe account, acct_many00000001 and up, and 2000 views counted
 * at the given time, which earned $70.
 */
export async function giveEarnings(db: Database, count: number, countedAt: Date): Promise<void> {
  await sql`insert into payout_destinations (user_id, provider, account_id, ready)
    select ${idInSql('user')}, 'stripe', ${idInSql('acct')}, true from generate_series(1, ${count}::int) n`.execute(
    db,
  )
  for (let from = 1; from <= count; from += 500) {
    const people = Array.from({ length: Math.min(500, count - from + 1) }, (_, i) =>
      idOfMany('user', from + i),
    )
    const samples = people.map(userId =>
      sampleOf({ userId, videoId: randomUUID(), views: 2000, sampledAt: countedAt }),
    )
    await db.transaction().execute(tx => recordViews(tx, countedAt, samples))
  }
}
