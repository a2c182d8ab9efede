import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from './database.ts'

/** How much waits for a decision, and since when the oldest does; null if nothing waits. */
export interface Waiting {
  count: number
  oldest: Date | null
}

/** What waits: what follows `from`, a table with its conditions, and since when a row of it does. */
export interface WaitingRows {
  rows: RawBuilder<unknown>
  since: RawBuilder<unknown>
}

/** Counts what waits, of every kind in one statement. */
export async function countWaiting<Kind extends string>(
  db: Queryable,
  kinds: Record<Kind, WaitingRows>,
): Promise<Record<Kind, Waiting>> {
  const counts = Object.entries<WaitingRows>(kinds).map(
    ([kind, { rows, since }]) =>
      sql`select ${kind}::text as kind, count(*)::int as count, min(${since}) as oldest from ${rows}`,
  )
  const { rows: found } = await sql<Waiting & { kind: Kind }>`${sql.join(counts, sql` union all `)}`.execute(
    db,
  )
  return Object.fromEntries(found.map(({ kind, count, oldest }) => [kind, { count, oldest }])) as Record<
    Kind,
    Waiting
  >
}
