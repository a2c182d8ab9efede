import { sql } from 'kysely'
import { sentences } from '#sentences/earnings.ts'
import type { Tx } from '#server/core/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { notify } from '#server/notifications/index.ts'
import { dayOf, isNearlySpent, monthOf } from './budget.ts'

/** How many riders a transaction tells. */
const perBatch = 100
/** Posts that were counted within this time still earn. */
const countedWithinMs = 31 * 24 * 3600_000

/** @returns whether there may be more riders to tell */
async function tellSome(tx: Tx, now: Date): Promise<boolean> {
  const { first, next } = monthOf(now)
  const { rows } = await sql<{ user_id: string }>`
    insert into payout_budget_notices (month, user_id)
    select distinct ${dayOf(first)}::date, c.user_id from view_counters c
    where c.sampled_at > ${new Date(now.getTime() - countedWithinMs)} and not exists (
      select from payout_budget_notices n where n.month = ${dayOf(first)}::date and n.user_id = c.user_id)
    limit ${perBatch}
    returning user_id`.execute(tx)
  for (const { user_id: userId } of rows)
    await notify(tx, {
      userId,
      videoId: null,
      type: 'payout_processed',
      title: sentences.budgetTitle,
      message: sentences.budgetMessage({ day: dayOf(next) }),
      link: '/earnings',
      eventKey: `payout_budget:${dayOf(first)}:${userId}`,
    })
  return rows.length === perBatch
}

/** Tells riders whose posts are counted that the most of a month's budget is used; each once a month. */
export async function tellOfBudget({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  if (!(await isNearlySpent(db, now))) return
  while (await db.transaction().execute(tx => tellSome(tx, now)));
}
