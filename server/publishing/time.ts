import { sql } from 'kysely'
import type { Queryable } from '#server/core/db/database.ts'

/** The time that all workers agree on. */
export type SharedClock = (db: Queryable) => Promise<Date>

/**
 * The database's current time. Workers on several machines share one clock this way, so limits in a rolling
 * hour and due times don't depend on any machine's clock.
 */
export const databaseClock: SharedClock = async db => {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return (rows[0] as { now: Date }).now
}
