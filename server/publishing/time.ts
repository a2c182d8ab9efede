import { sql } from 'kysely'
import type { Queryable } from '#server/platform/db/database.ts'

/** The time that all workers agree on. */
export type SharedClock = (db: Queryable) => Promise<Date>

/**
 * The time by the database's clock. Workers on several machines decide by one clock this way: limits in a rolling hour
 * and 'due' do not depend on whose clock jumped.
 */
export const databaseClock: SharedClock = async db => {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return (rows[0] as { now: Date }).now
}
