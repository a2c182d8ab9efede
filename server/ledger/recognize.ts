import { sql } from 'kysely'
import type { Queryable } from '#server/core/db/database.ts'
import { type Micros, micros, minus } from '#server/core/money.ts'
import type { Deps } from '#server/deps.ts'
import { post } from './post.ts'
import { dayOf } from './rules.ts'

const dayMs = 86_400_000

/**
 * The earliest day with something to recognize, 'YYYY-MM-DD'; never a day already done, or in a closed month.
 */
async function nextDay(db: Queryable): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select case when min(next_day) is not null
      then greatest(min(next_day), (select max(day) + 1 from revenue_days),
        (select max(month) + interval '1 month' from closed_months)::date)::text end as day
    from revenue_portions where remaining <> 0`.execute(db)
  return rows[0]?.day ?? null
}

/**
 * Recognizes every portion up to the end of a day: its share of the remaining days, and everything on the
 * last day and on the day its plan ends. @returns null: another server has done this day
 */
async function recognizePortions(
  tx: Queryable,
  day: string,
  now: Date,
): Promise<{ amount: Micros; portions: number } | null> {
  const { rows: mine } = await sql`
    insert into revenue_days (day, amount, portions, recognized_at) values (${day}::date, 0, 0, ${now})
    on conflict do nothing returning day`.execute(tx)
  if (mine.length === 0) return null
  const { rows } = await sql<{ amount: string; portions: number }>`
    with due as (
      select id from revenue_portions where next_day <= ${day}::date and remaining <> 0 order by id for update
    ), parts as (
      select p.id, case
          when ${day}::date + 1 >= p.ends_on or (s.ended_at at time zone 'utc')::date <= ${day}::date then p.remaining
          else round(p.remaining::numeric * (${day}::date + 1 - p.next_day) / (p.ends_on - p.next_day))::bigint
        end as part
      from due join revenue_portions p using (id)
      left join subscriptions s on s.id = p.subscription_id
    ), changed as (
      update revenue_portions p set recognized = p.recognized + parts.part, next_day = ${day}::date + 1
      from parts where p.id = parts.id returning parts.part
    ), total as (select coalesce(sum(part), 0)::bigint as amount, count(*) as portions from changed)
    update revenue_days set amount = total.amount, portions = total.portions from total
    where day = ${day}::date returning revenue_days.amount::text, revenue_days.portions`.execute(tx)
  const { amount, portions } = rows[0] as (typeof rows)[number]
  return { amount: micros(amount), portions }
}

/**
 * Recognizes as income what was paid for past days, day by day in UTC: one entry per day, dated at its end.
 * Missed days are recognized later. May run twice and be killed anywhere.
 */
export async function recognizeRevenue({
  db,
  clock,
  log,
}: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const yesterday = dayOf(new Date(clock.now().getTime() - dayMs))
  for (let day = await nextDay(db); day !== null && day <= yesterday; day = await nextDay(db)) {
    const today = day
    await db.transaction().execute(async tx => {
      const done = await recognizePortions(tx, today, clock.now())
      if (!done || done.amount === 0n) return
      await post(tx, [
        {
          sourceEvent: `revenue:${today}`,
          type: 'revenue_recognized',
          facts: { day: today, portions: done.portions },
          occurredAt: new Date(Date.parse(today) + dayMs - 1),
          lines: [
            { account: { kind: 'deferred_revenue' }, amount: minus(done.amount) },
            { account: { kind: 'subscription_revenue' }, amount: done.amount },
          ],
        },
      ])
      log.info({ day: today, portions: done.portions }, 'what was paid for a day is income')
    })
  }
}
