import { sql } from 'kysely'
import type { Queryable } from '#server/core/db/database.ts'

/** Running totals by name: 'users', and 'videos.' with each status. */
export async function readTallies(db: Queryable): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('tallies')
    .select(eb => ['name', eb.fn.sum<string>('amount').as('amount')])
    .groupBy('name')
    .execute()
  return new Map(rows.map(r => [r.name, Number(r.amount)]))
}

/** Merges the lines of each total into one. It blocks no one, and a line written meanwhile is not lost. */
export async function foldTallies(db: Queryable): Promise<void> {
  await sql`
    with taken as (delete from tallies returning name, amount)
    insert into tallies select name, sum(amount) from taken group by name`.execute(db)
}
