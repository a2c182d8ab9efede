import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { DeskKind } from '#contract/money/constants.ts'
import type { DeskItem, deskQuery } from '#contract/money/desk.ts'
import { fromCents, micros, toDollars } from '#server/core/money.ts'
import { dashboardUrl } from '#server/core/stripe.ts'
import type { Deps } from '#server/deps.ts'
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

/**
 * What is listed is few, and has tables or an index of its own. A refund that the bank returned is open until it was
 * sent again, or until less than its amount is left of the invoice.
 */
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
  refunds: sql<Row>`select s.id, s.status, m.amount::text as micros, e.user_id, e.occurred_at as at,
      case when s.status = 'sent' then e.occurred_at + make_interval(days => ${refundDays}) end as next_at,
      null as reason, e.facts ->> 'invoiceId' as invoice_id, s.id as page
    from ledger_entries e
    cross join lateral (select l.amount from ledger_lines l join ledger_accounts a on a.id = l.account_id
      where l.entry_id = e.id and a.kind = 'clearing') m
    cross join lateral (select e.facts ->> 'refundId' as id, case
      when not exists (select from ledger_entries f where f.source_event = e.source_event || ':failed') then 'sent'
      when exists (select from ledger_entries n where n.video_id is null and n.type = 'subscription_refund'
        and ledger_stripe_ids(n.facts) @> array[e.facts ->> 'refundId']
        and n.facts ->> 'resendOf' = e.facts ->> 'refundId') then 'resent'
      when exists (select from billing_invoices b where b.id = e.facts ->> 'invoiceId'
        and (b.amount_cents - b.refunded_cents) * ${cents}::bigint >= m.amount) then 'returned'
      else 'done' end as status) s
    where e.type = 'subscription_refund' order by s.status = 'returned' desc, e.occurred_at desc, e.id desc`,
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
  { db, stripe, clock }: Pick<Deps, 'db' | 'stripe' | 'clock'>,
  { kind, offset, limit }: z.infer<typeof deskQuery>,
): Promise<DeskItem[]> {
  const { rows } = await sql<Row & { name: string | null; email: string | null }>`
    select p.*, u.name, u.email from (${lists[kind]} limit ${limit} offset ${offset}) p
    left join users u on u.id = p.user_id`.execute(db)
  // What must have arrived by now has no next date.
  const since = kind === 'refunds' ? clock.now().toISOString() : ''
  const later = (at: Date | null) => (at && at.toISOString() > since ? at.toISOString() : null)
  return rows.map(r => ({
    id: r.id,
    kind,
    status: r.status,
    amount: toDollars(micros(r.micros)),
    rider: r.user_id === null ? null : { id: r.user_id, name: r.name ?? '', email: r.email ?? '' },
    at: r.at?.toISOString() ?? null,
    nextAt: later(r.next_at),
    reason: r.reason,
    invoiceId: r.invoice_id,
    url: dashboardUrl(stripe, r.page),
  }))
}
