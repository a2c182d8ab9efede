import { sql } from 'kysely'
import type { Database, Queryable, Tx } from '#server/core/db/database.ts'

/**
 * Begins a transaction and leaves it open, with what it has locked or written, while the caller continues outside of it.
 * @returns what commits it
 * @throws what `begin` throws
 */
export async function beginTransaction(
  db: Database,
  begin: (tx: Tx) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const begun = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const ended = db.transaction().execute(async tx => {
    await begin(tx)
    begun.resolve()
    await over.promise
  })
  await Promise.race([begun.promise, ended])
  return () => {
    over.resolve()
    return ended
  }
}

/** How many statements of this database wait for a lock. */
export async function lockWaiters(db: Queryable): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.n ?? 0
}
