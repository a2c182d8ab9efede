import { sql } from 'kysely'
import { type EvidenceText, planOf } from '#contract/money/constants.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { micros, toDollars } from '#server/core/money.ts'
import { unsafeFindInvoice } from '../store.ts'
import { known } from './texts.ts'

const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const mostDays = 200

/** Evidence that we can give ourselves: who the rider is, and how they used the plan. No network addresses. */
export async function knownAbout(
  db: Queryable,
  { user_id: userId, invoice_id: invoiceId }: { user_id: string | null; invoice_id: string | null },
): Promise<Partial<Record<EvidenceText, string>>> {
  const invoice = invoiceId ? await unsafeFindInvoice(db, invoiceId) : undefined
  const user = userId
    ? await db.selectFrom('users').select(['name', 'created_at']).where('id', '=', userId).executeTakeFirst()
    : undefined
  if (!user || !userId) return {}
  const lines = [known.signedUp(dayOf(user.created_at))]
  const plan = invoice?.tier ? planOf(invoice.tier) : null
  const { paid_at: paidAt, period_start: from, period_end: to } = invoice ?? {}
  if (plan && paidAt && from && to) lines.push(known.paid(plan.name, dayOf(paidAt), dayOf(from), dayOf(to)))
  const { rows: days } = await sql<{ day: string }>`
    select distinct to_char(created_at at time zone 'utc', 'YYYY-MM-DD') as day from sessions
    where user_id = ${userId} order by day limit ${mostDays}`.execute(db)
  if (days.length) lines.push(known.signedIn(days.map(d => d.day)))
  if (from && to) lines.push(...(await usageOf(db, userId, from, to)))
  return {
    customer_name: user.name,
    access_activity_log: lines.join('\n'),
    ...(plan
      ? { product_description: known.product(plan.name, plan.price.toFixed(2), plan.multiplier) }
      : {}),
  }
}

/** On which days the plan multiplied what views earned. */
async function usageOf(db: Queryable, userId: string, from: Date, to: Date): Promise<string[]> {
  const { rows } = await sql<{ day: string; views: string; multiplier: string; earned: string }>`
    select to_char(occurred_at at time zone 'utc', 'YYYY-MM-DD') as day, sum(views)::text as views,
      max(facts ->> 'planMultiplier') as multiplier, sum(creator_amount)::text as earned
    from ledger_entries where user_id = ${userId} and occurred_at >= ${from} and occurred_at < ${to}
      and type like 'premium\\_view%' group by 1 having sum(views) > 0 order by 1 limit ${mostDays}`.execute(
    db,
  )
  if (rows.length === 0) return [known.unused]
  const dollars = (amount: string | bigint) => toDollars(micros(amount)).toFixed(2)
  const views = rows.reduce((sum, r) => sum + Number(r.views), 0)
  const earned = rows.reduce((sum, r) => sum + BigInt(r.earned), 0n)
  return [
    known.used(views, dollars(earned), rows.length),
    ...rows.map(r => known.usedOn(r.day, Number(r.views), r.multiplier ?? '1', dollars(r.earned))),
  ]
}
