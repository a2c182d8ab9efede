import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from './database.ts'

/** How much waits for a decision, and since when the oldest does; null if nothing waits. */
export interface Waiting {
  count: number
  oldest: Date | null
}

/**
 * Counts what waits.
 * @param since the time of each row
 * @param rows what follows `from`: a table with its conditions
 */
export async function countWaiting(
  db: Queryable,
  since: RawBuilder<unknown>,
  rows: RawBuilder<unknown>,
): Promise<Waiting> {
  const { rows: found } = await sql<Waiting>`
    select count(*)::int as count, min(${since}) as oldest from ${rows}`.execute(db)
  return found[0] as Waiting
}
