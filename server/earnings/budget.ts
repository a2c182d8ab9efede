import { sql } from 'kysely'
import type { z } from 'zod'
import type { PayoutBudget, payoutBudgetBody, ViewBudget } from '#contract/money/budget.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import type { Queryable, Tx } from '#server/core/db/database.ts'
import { fromCents, type Micros, micros, toDollars } from '#server/core/money.ts'
import type { Deps } from '#server/deps.ts'

/** From this share of a budget on, riders get a notification. */
const toldFromPercent = 80n

/** A UTC month, from its first day to the next one's. */
export const monthOf = (now: Date) => ({
  first: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)),
  next: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)),
})
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** @throws when the budget is missing: without it no views are posted */
async function budgetOf(db: Queryable): Promise<Micros | null> {
  const row = await db.selectFrom('payout_budget').select('cents').executeTakeFirst()
  if (!row) throw new Error("The payout budget can't be read, so no views are posted")
  return row.cents === null ? null : fromCents(row.cents)
}

/** Riders' shares of the views that a month posted, less corrections. */
async function spentIn(db: Queryable, now: Date): Promise<Micros> {
  const { rows } = await sql<{ spent: string }>`
    select coalesce(sum(creator_micros), 0)::text as spent from views_by_month
    where month = ${dayOf(monthOf(now).first)}::date`.execute(db)
  return micros(rows[0]?.spent ?? 0)
}

async function isQueued(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ queued: boolean }>`
    select exists (select from waiting_views where viral_score is not null) as queued`.execute(db)
  return rows[0]?.queued ?? false
}

/** What a month's budget has left. */
export interface Room {
  /** below zero after the budget was lowered */
  left: Micros
  /** views that have a price wait already */
  queued: boolean
}

const shared = (tx: Tx) =>
  sql`select pg_advisory_xact_lock_shared(hashtextextended('payouts:budget', 0))`.execute(tx)

/**
 * The room for new views; null: there is no budget. Call it after `lockCreators`: while there is a budget, the
 * transactions that post views run one after another from here, so that two can't both spend the rest.
 * @throws when the budget can't be read
 */
export async function roomIn(tx: Tx, now: Date): Promise<Room | null> {
  // Shared, so that a change of the budget waits for those that didn't know it.
  await shared(tx)
  const budget = await budgetOf(tx)
  if (budget === null) return null
  await sql`select pg_advisory_xact_lock(hashtextextended('payouts:budget:spend', 0))`.execute(tx)
  return { left: micros(budget - (await spentIn(tx, now))), queued: await isQueued(tx) }
}

/** Whether the most of a month's budget is used; false without a budget. */
export async function isNearlySpent(db: Queryable, now: Date): Promise<boolean> {
  const budget = await budgetOf(db)
  return budget !== null && (await spentIn(db, now)) * 100n >= budget * toldFromPercent
}

/** The budget as a rider sees it, and how many of their views wait for it. */
export async function viewBudgetOf(db: Queryable, userId: string, now: Date): Promise<ViewBudget> {
  const budget = await budgetOf(db)
  if (budget === null) return null
  const spent = await spentIn(db, now)
  const { rows } = await sql<{ views: number }>`
    select coalesce(sum(w.to_views - w.from_views), 0)::bigint as views
    from view_counters c join waiting_views w on w.counter_id = c.id
    where c.user_id = ${userId} and w.viral_score is not null`.execute(db)
  const isNear = spent * 100n >= budget * toldFromPercent
  return {
    state: spent >= budget || (await isQueued(db)) ? 'reached' : isNear ? 'near' : 'open',
    until: dayOf(monthOf(now).next),
    waitingViews: rows[0]?.views ?? 0,
  }
}

const dollarsOf = (amount: Micros | null): number | null => (amount === null ? null : toDollars(amount))

/** The budget, what this month spent of it, and what waits. */
export async function payoutBudgetOf({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<PayoutBudget> {
  // The share of what waits, as `earningsOf` has it on the lower of the two plans.
  const { rows } = await sql<{ views: number; amount: string }>`
    select coalesce(sum(views), 0)::bigint as views, coalesce(sum(trunc(gross * percent / 100)), 0)::text as amount
    from (select to_views - from_views as views,
        trunc((to_views - from_views)::numeric * rate_micros * viral_multiplier
          * least(before_multiplier, plan_multiplier) / 100000) as gross,
        case when before_multiplier < plan_multiplier then before_percent else creator_percent end as percent
      from waiting_views where viral_score is not null) w`.execute(db)
  return {
    perMonth: dollarsOf(await budgetOf(db)),
    spent: toDollars(await spentIn(db, clock.now())),
    waiting: { views: rows[0]?.views ?? 0, amount: toDollars(micros(rows[0]?.amount ?? 0)) },
  }
}

/** Sets the budget, or ends it. What waits is posted by the next run of its task. */
export async function setPayoutBudget(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  by: Auditor,
  { perMonth }: z.infer<typeof payoutBudgetBody>,
): Promise<void> {
  const cents = perMonth === null ? null : Math.round(perMonth * 100)
  await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(hashtextextended('payouts:budget', 0))`.execute(tx)
    const now = clock.now()
    const before = await budgetOf(tx)
    await tx.updateTable('payout_budget').set({ cents, updated_at: now }).execute()
    await tx
      .insertInto('payout_budget_changes')
      .values({ changed_at: now, cents, spent_micros: Number(await spentIn(tx, now)) })
      .execute()
    await record(tx, {
      ...by,
      action: 'payout.budget',
      objectType: 'payouts',
      objectId: 'budget',
      before: { perMonth: dollarsOf(before) },
      after: { perMonth },
    })
  })
}

/** What a month's views on a platform cost, and riders' shares of it, less corrections. */
export interface Promised {
  /** 'YYYY-MM', UTC */
  month: string
  platform: string
  views: number
  gross: Micros
  creator: Micros
}

/** What views cost and promised riders. @param since the first month, 'YYYY-MM' */
export async function promisesSince(db: Queryable, since: string): Promise<Promised[]> {
  const { rows } = await sql<Record<'gross' | 'creator', string> & Omit<Promised, 'gross' | 'creator'>>`
    select to_char(month, 'YYYY-MM') as month, platform, sum(views)::bigint as views,
      sum(gross_micros)::text as gross, sum(creator_micros)::text as creator
    from views_by_month where month >= ${`${since}-01`}::date group by 1, 2`.execute(db)
  return rows.map(r => ({ ...r, gross: micros(r.gross), creator: micros(r.creator) }))
}

/** Merges the rows of each month and platform into one. Safe to run while others post. */
export async function foldMonths(db: Queryable): Promise<void> {
  await sql`
    with taken as (
      delete from views_by_month v
      using (select month, platform from views_by_month group by 1, 2 having count(*) > 1) parts
      where v.month = parts.month and v.platform = parts.platform
      returning v.month, v.platform, views, gross_micros, creator_micros)
    insert into views_by_month (month, platform, views, gross_micros, creator_micros)
    select month, platform, sum(views), sum(gross_micros), sum(creator_micros) from taken
    group by 1, 2`.execute(db)
}
