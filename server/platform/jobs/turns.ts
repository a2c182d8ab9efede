import { sql } from 'kysely'
import type { Queryable } from '#server/platform/db/database.ts'

/**
 * The turn at which a person's next job in a queue comes: start-time fair queueing with jobs of equal weight (Goyal, Vin
 * and Cheng, 1996). It is the one after the person's last job that waits or runs, and never before the turn that the
 * queue is at, so that nobody is paid back for a time in which nothing was asked for. Lower turns come first; a turn is
 * kept as the job's negative priority.
 */
export async function nextTurn(db: Queryable, queue: string, person: string): Promise<number> {
  const { rows } = await sql<{ turn: number }>`
    select greatest(
      coalesce(
        max(-priority) filter (where state = 'active'),
        min(-priority) filter (where state < 'active' and start_after <= now()),
        0),
      coalesce(max(-priority) filter (where group_id = ${person}) + 1, 0)
    )::int as turn
    from jobs.job
    where name = ${queue} and state <= 'active'`.execute(db)
  return rows[0]?.turn ?? 0
}

/** Whether a job of the queues $1 runs, or waits and could run now: one row, `pending`. */
export const pendingSql = `
  select exists (
    select from jobs.job
    where name = any($1::text[])
      and (state = 'active' or (state < 'active' and start_after <= now()))
  ) as pending`
