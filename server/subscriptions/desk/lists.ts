import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { DeskItem, DeskKind, deskQuery } from '#contract/money/desk.ts'
import type { Deps } from '#server/deps.ts'
import { fromCents, micros, toDollars } from '#server/platform/money.ts'
import { dashboardUrl } from '#server/platform/stripe.ts'
import { refundDays, warningDays } from './rules.ts'

interface Row {
  id: string
  status: string
  micros: string
  user_id: string | null
  at: Date | null
  next_at: Date | null
  reason: string | null
  invoice_id: string | null
  /** whose page in Stripe's dashboard shows it */
  page: string
}

const cents = String(fromCents(1))

/** Each list is read by its index, or is as short as what is open. */
const lists: Record<DeskKind, RawBuilder<Row>> = {
  disputes: sql<Row>`select d.id, d.status, (d.amount_cents * ${cents}::bigint)::text as micros, d.user_id,
      d.opened_at as at, case when d.status like '%needs_response' then d.evidence_due_at end as next_at, d.reason,
      d.invoice_id, d.id as page
    from disputes d order by next_at nulls last, at desc, id`,
  warnings: sql<Row>`select w.id, case when w.actionable then 'actionable' else 'done' end as status,
      (w.amount_cents * ${cents}::bigint)::text as micros, w.user_id, w.warned_at as at,
      case when w.actionable then w.warned_at + make_interval(days => ${warningDays}) end as next_at,
      w.fraud_type as reason, w.invoice_id, w.charge_id as page
    from early_fraud_warnings w order by next_at nulls last, at desc, id`,
  refunds: sql<Row>`select substr(e.source_event, length('refund:') + 1) as id, case when f.id is null then 'sent' else 'returned' end as status,
      (select l.amount from ledger_lines l join ledger_accounts a on a.id = l.account_id
        where l.entry_id = e.id and a.kind = 'clearing')::text as micros, e.user_id,
      e.occurred_at as at, case when f.id is null then e.occurred_at + make_interval(days => ${refundDays}) end as next_at,
      null as reason, e.facts ->> 'invoiceId' as invoice_id, substr(e.source_event, length('refund:') + 1) as page
    from ledger_entries e left join ledger_entries f on f.source_event = e.source_event || ':failed'
    where e.type = 'subscription_refund' order by e.occurred_at desc, e.id desc`,
  credits: sql<Row>`select c.customer_id as id, 'owed' as status, a.balance::text as micros, a.user_id,
      s.started_at as at, s.current_period_end as next_at, null as reason, null as invoice_id,
      c.customer_id as page
    from ledger_accounts a join billing_customers c on c.user_id = a.user_id
    cross join lateral (select max(started_at) as started_at,
        max(current_period_end) filter (where status in ('active', 'past_due')) as current_period_end
      from subscriptions where user_id = a.user_id) s
    where a.kind = 'customer_credit' and a.balance > 0 order by a.balance desc, a.user_id`,
}

/** What needs an operator, the most urgent first. */
export async function deskOf(
  { db, stripe }: Pick<Deps, 'db' | 'stripe'>,
  { kind, offset, limit }: z.infer<typeof deskQuery>,
): Promise<DeskItem[]> {
  const { rows } = await sql<Row & { name: string | null; email: string | null }>`
    select p.*, u.name, u.email from (${lists[kind]} limit ${limit} offset ${offset}) p
    left join users u on u.id = p.user_id`.execute(db)
  return rows.map(r => ({
    id: r.id,
    kind,
    status: r.status,
    amount: toDollars(micros(r.micros)),
    rider: r.user_id === null ? null : { id: r.user_id, name: r.name ?? '', email: r.email ?? '' },
    at: r.at?.toISOString() ?? null,
    nextAt: r.next_at?.toISOString() ?? null,
    reason: r.reason,
    invoiceId: r.invoice_id,
    url: dashboardUrl(stripe, r.page),
  }))
}
