import { sql } from 'kysely'
import type { Queryable } from '#server/core/db/database.ts'

/**
 * The turn number of a person's next job in a queue: start-time fair queueing with jobs of equal weight
 * (Goyal, Vin and Cheng, 1996). It follows the person's last waiting or running job, but is never before the
 * queue's current turn, so that no one is credited for time without requests. Lower turns come first; a turn
 * is stored as the job's negative priority.
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

/** Whether a job in the queues $1 is running, or waiting and ready to run: one row, `pending`. */
export const pendingSql = `
  select exists (
    select from jobs.job
    where name = any($1::text[])
      and (state = 'active' or (state < 'active' and start_after <= now()))
  ) as pending`
