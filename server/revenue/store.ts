import { sql } from 'kysely'
import type { Queryable } from '#server/core/db/database.ts'
import { type Micros, micros } from '#server/core/money.ts'
import type { PaidInvoice, Portion } from './rules.ts'

export async function savePortions(
  tx: Queryable,
  { invoiceId, subscriptionId, userId }: PaidInvoice,
  portions: readonly Portion[],
): Promise<void> {
  const days = portions.map(p => p.days)
  await sql`
    insert into revenue_portions (invoice_id, line, user_id, subscription_id, amount, starts_on, ends_on, next_day)
    select ${invoiceId}, line, ${userId}, ${subscriptionId}, amount, starts_on, ends_on, starts_on
    from unnest(${portions.map(p => String(p.amount))}::bigint[], ${days.map(d => d.from)}::date[],
      ${days.map(d => d.to)}::date[]) with ordinality as p (amount, starts_on, ends_on, line)`.execute(tx)
}

export interface Owed {
  id: number
  remaining: Micros
}

/** The unrecognized part of an invoice's portions, locked until the transaction ends. */
export async function lockOwed(tx: Queryable, invoiceId: string): Promise<Owed[]> {
  const rows = await tx
    .selectFrom('revenue_portions')
    .select(['id', 'remaining'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(r => ({ id: r.id, remaining: micros(r.remaining ?? 0) }))
}

export async function addTaken(
  tx: Queryable,
  taken: readonly { id: number; amount: Micros }[],
): Promise<void> {
  await sql`
    update revenue_portions p set taken = p.taken + t.amount
    from unnest(${taken.map(t => t.id)}::bigint[], ${taken.map(t => String(t.amount))}::bigint[]) as t (id, amount)
    where p.id = t.id`.execute(tx)
}

/** An invoice's refunds so far that were not returned, and the tax in them; cents. */
export async function refundedSoFar(
  tx: Queryable,
  invoiceId: string,
): Promise<{ cents: number; taxCents: number }> {
  const { rows } = await sql<{ cents: number; taxCents: number }>`
    select (coalesce(sum(l.amount) filter (where a.kind in ('clearing', 'reserves')), 0) / 10000)::bigint as cents,
      (coalesce(-sum(l.amount) filter (where a.kind = 'tax_payable'), 0) / 10000)::bigint as "taxCents"
    from ledger_entries e join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
    where e.type in ('subscription_refund', 'refund_failed', 'dispute_lost')
      and e.facts ->> 'invoiceId' = ${invoiceId}`.execute(tx)
  return rows[0] ?? { cents: 0, taxCents: 0 }
}

/**
 * What a refund took from each account: positive, in the order of its lines. Empty for a refund that was not
 * posted.
 */
export async function takenByRefund(
  tx: Queryable,
  refundId: string,
): Promise<{ kind: 'deferred_revenue' | 'tax_payable' | 'subscription_revenue'; amount: Micros }[]> {
  const rows = await tx
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_lines as l', 'l.entry_id', 'e.id')
    .innerJoin('ledger_accounts as a', 'a.id', 'l.account_id')
    .select(['a.kind', 'l.amount'])
    .where('e.source_event', '=', `refund:${refundId}`)
    .where('a.kind', 'in', ['deferred_revenue', 'tax_payable', 'subscription_revenue'])
    .orderBy('l.amount')
    .execute()
  return rows.map(({ kind, amount }) => ({ kind: kind as 'tax_payable', amount: micros(-amount) }))
}

/** What returned payments have taken from an invoice's portions. */
export async function takenFrom(tx: Queryable, invoiceId: string): Promise<Micros> {
  const row = await tx
    .selectFrom('revenue_portions')
    .select(eb => eb.fn.sum<string>('taken').as('taken'))
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst()
  return micros(row?.taken ?? 0)
}

/**
 * Returns what refunds took to the portions, in reverse order; the first one also gets what other portions
 * can't take.
 */
export async function returnTaken(tx: Queryable, invoiceId: string, amount: Micros): Promise<void> {
  await sql`
    with given as (
      select id, least(greatest(taken, 0), greatest(0, ${String(amount)}::bigint - coalesce(sum(greatest(taken, 0))
        over (order by id desc rows between unbounded preceding and 1 preceding), 0))) as back
      from revenue_portions where invoice_id = ${invoiceId}
    ), whole as (
      select id, back + case when id = min(id) over () then ${String(amount)}::bigint - sum(back) over () else 0 end as back
      from given
    )
    update revenue_portions p set taken = p.taken - whole.back from whole where p.id = whole.id`.execute(tx)
}

/**
 * The earliest day with something to recognize, 'YYYY-MM-DD'; never a day already done, or in a closed month.
 */
export async function nextDay(db: Queryable): Promise<string | null> {
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
export async function recognizePortions(
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
