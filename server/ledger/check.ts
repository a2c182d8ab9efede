import { sql } from 'kysely'
import type { Queryable } from '#server/core/db/database.ts'
import type { Finding } from './types.ts'

export interface LedgerCheck {
  entries: number
  lines: number
  /** All rules checked, with or without findings. */
  rules: string[]
  findings: Finding[]
}

const shown = 20

/** Each query returns one row per fault: no rows mean that the rule holds. */
const rules: { rule: string; query: ReturnType<typeof sql<{ detail: string }>> }[] = [
  {
    rule: 'The lines of every entry add up to zero, and there are two at least',
    query: sql`select 'entry ' || e.id || ': ' || count(l.entry_id) || ' lines, sum ' || coalesce(sum(l.amount), 0) as detail
      from ledger_entries e left join ledger_lines l on l.entry_id = e.id
      group by e.id having count(l.entry_id) < 2 or sum(l.amount) <> 0`,
  },
  {
    rule: 'All lines together add up to zero',
    query: sql`select 'sum ' || sum(amount) as detail from ledger_lines having sum(amount) <> 0`,
  },
  {
    rule: 'Every business fact is posted once',
    query: sql`select source_event || ', ' || count(*) || ' times' as detail from ledger_entries
      group by source_event having count(*) > 1`,
  },
  {
    rule: 'Every entry is taken back once at most, and exactly',
    query: sql`select 'entry ' || r.reverses || ' by ' || r.id as detail from ledger_entries r
      where r.reverses is not null and (
        exists (select from ledger_lines l where l.entry_id in (r.id, r.reverses)
                group by l.account_id having sum(l.amount) <> 0)
        or (select count(*) from ledger_entries o where o.reverses = r.reverses) > 1)`,
  },
  {
    rule: 'Cached balances are those of the lines',
    query: sql`with derived as (select account_id, sum(amount) as amount from ledger_lines group by account_id),
        parts as (select account_id, sum(amount) as amount from ledger_balance_parts group by account_id)
      select a.kind || coalesce(':' || a.user_id, '') || ': cached ' ||
             case when a.user_id is null then coalesce(p.amount, 0) else a.balance end ||
             ', derived ' || coalesce(d.amount, 0) as detail
      from ledger_accounts a left join derived d on d.account_id = a.id left join parts p on p.account_id = a.id
      where case when a.user_id is null then coalesce(p.amount, 0) else a.balance end <> coalesce(d.amount, 0)`,
  },
  {
    rule: 'Views clearing is back at zero',
    query: sql`select 'balance ' || sum(l.amount) as detail from ledger_lines l
      join ledger_accounts a on a.id = l.account_id where a.kind = 'views_clearing' having sum(l.amount) <> 0`,
  },
  {
    rule: 'Payout clearing holds exactly what is on its way',
    query: sql`with held as (select coalesce(sum(l.amount), 0) as amount from ledger_lines l
          join ledger_accounts a on a.id = l.account_id where a.kind = 'payout_clearing'),
        going as (select coalesce(sum(amount), 0) as amount from payouts
          where status in ('pending', 'processing', 'unknown'))
      select 'cleared ' || held.amount || ', on the way ' || going.amount as detail
      from held, going where held.amount <> going.amount`,
  },
  {
    rule: 'Every completed payout is posted once, and none that is not completed',
    query: sql`select 'payout ' || p.id || ' (' || p.status || '): net of completions ' ||
             coalesce(sum(case when e.type = 'payout_completed' then 1 else -1 end) filter (where e.id is not null), 0) as detail
      from payouts p left join ledger_entries e
        on e.type in ('payout_completed', 'payout_uncompleted') and e.facts ->> 'payoutId' = p.id::text
      group by p.id, p.status
      having coalesce(sum(case when e.type = 'payout_completed' then 1 else -1 end) filter (where e.id is not null), 0)
             <> (p.status = 'completed')::int`,
  },
  {
    rule: 'What is at Stripe, in the bank, in clearing and in reserve is what plans brought, less fees and payouts',
    query: sql`select 'sum ' || sum(l.amount) as detail from ledger_lines l join ledger_accounts a on a.id = l.account_id
      join ledger_entries e on e.id = l.entry_id and e.type <> 'correction'
      where a.kind in ('stripe_balance', 'bank', 'clearing', 'reserves', 'processing_fees', 'paid_out',
        'subscription_revenue', 'deferred_revenue', 'customer_credit', 'tax_payable') having sum(l.amount) <> 0`,
  },
  {
    rule: 'What left for creators is what arrived at them',
    query: sql`select 'sum ' || sum(l.amount) as detail from ledger_lines l join ledger_accounts a on a.id = l.account_id
      where a.kind in ('paid_out', 'creator_paid') having sum(l.amount) <> 0`,
  },
  {
    rule: 'Reserves hold exactly what open disputes have withdrawn',
    query: sql`select 'dispute ' || coalesce(e.facts ->> 'disputeId', '?') || ' (' || coalesce(d.status, 'unknown') || '): ' || sum(l.amount) as detail
      from ledger_lines l join ledger_accounts a on a.id = l.account_id and a.kind = 'reserves'
      join ledger_entries e on e.id = l.entry_id left join disputes d on d.id = e.facts ->> 'disputeId'
      group by e.facts ->> 'disputeId', d.status
      having sum(l.amount) > 0 or (sum(l.amount) <> 0 and coalesce(d.status, '') in ('', 'won', 'lost'))`,
  },
  {
    rule: 'What was written off is what riders owed: each write-off left a balance of zero',
    query: sql`select 'entry ' || e.id || ': ' || coalesce(sum(l.amount), 0) as detail from ledger_entries e
      join ledger_entries o on o.user_id = e.user_id and o.id <= e.id
      join ledger_lines l on l.entry_id = o.id
      join ledger_accounts a on a.id = l.account_id and a.kind in ('creator_pending', 'creator_payable')
      where e.type = 'balance_written_off' group by e.id having sum(l.amount) <> 0
      union all
      select 'written off ' || sum(l.amount) from ledger_lines l join ledger_accounts a on a.id = l.account_id
      join ledger_entries e on e.id = l.entry_id
      where a.kind = 'write_offs' and (l.amount > 0 or e.type <> 'balance_written_off') having count(*) > 0`,
  },
  {
    rule: 'Every line of a creator is in an entry of theirs',
    query: sql`select 'entry ' || e.id || ' of ' || coalesce(e.user_id, 'nobody') || ' has a line of ' || a.user_id as detail
      from ledger_accounts a join ledger_lines l on l.account_id = a.id join ledger_entries e on e.id = l.entry_id
      where a.user_id is not null and a.user_id is distinct from e.user_id`,
  },
  {
    rule: 'Clearing is back at zero for every invoice whose payment has arrived at Stripe',
    query: sql`select 'invoice ' || i.id || ': ' || sum(l.amount) as detail
      from billing_invoices i join ledger_entries e on e.facts ->> 'invoiceId' = i.id
      join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id and a.kind = 'clearing'
      where i.fee_cents is not null
      group by i.id having sum(l.amount) <> 0
        and bool_or(e.type = 'subscription_payment')`,
  },
  {
    rule: 'What is owed for the days of plans is what is left of their portions',
    query: sql`with owed as (select coalesce(sum(l.amount), 0) as amount from ledger_lines l
          join ledger_entries e on e.id = l.entry_id and e.type <> 'correction'
          join ledger_accounts a on a.id = l.account_id where a.kind = 'deferred_revenue'),
        kept as (select coalesce(sum(remaining), 0) as amount from revenue_portions)
      select 'owed ' || owed.amount || ', left of portions ' || kept.amount as detail
      from owed, kept where owed.amount <> kept.amount`,
  },
  {
    rule: 'Payments, refunds and card fees of plans are those of the invoices, each posted once',
    query: sql`with posted as (
        select e.facts ->> 'invoiceId' as id,
          coalesce(-sum(l.amount) filter (where a.kind = 'clearing' and e.type = 'subscription_payment'), 0) as paid,
          coalesce(sum(l.amount) filter (where a.kind = 'clearing' and e.type in ('subscription_refund', 'refund_failed')),
            0) as refunded,
          coalesce(-sum(l.amount) filter (where a.kind = 'processing_fees' and e.type = 'charge_settled'),
            0) as fee
        from ledger_entries e join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
        where e.type in ('subscription_payment', 'subscription_refund', 'refund_failed', 'charge_settled')
        group by 1),
      told as (
        select id, case when status = 'paid' then amount_cents + credit_cents else 0 end * 10000 as paid,
          refunded_cents * 10000 as refunded, coalesce(fee_cents, 0) * 10000 as fee from billing_invoices
        where currency = 'usd')
      select 'invoice ' || coalesce(t.id, p.id) || ': posted ' || coalesce(p.paid, 0) || ', ' || coalesce(p.refunded, 0)
        || ' back, fee ' || coalesce(p.fee, 0) as detail
      from told t full join posted p on p.id = t.id
      where (coalesce(p.paid, 0), coalesce(p.refunded, 0), coalesce(p.fee, 0))
        <> (coalesce(t.paid, 0), coalesce(t.refunded, 0), coalesce(t.fee, 0))`,
  },
  {
    rule: 'Customer credit is what Stripe moved, and no more than what the rider paid and nobody returned',
    query: sql`with moved as (select user_id, sum(cents) as cents from credit_movements group by 1),
        presents as (select e.user_id, sum(l.amount) as amount from ledger_entries e
          join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
          where e.type = 'credit_adjusted' and a.kind = 'customer_credit' group by 1),
        paid as (select user_id, sum(amount_cents - refunded_cents - lost_cents) as cents from billing_invoices
          where status = 'paid' and currency = 'usd' group by 1)
      select 'rider ' || coalesce(a.user_id, m.user_id) || ': ' || coalesce(a.balance, 0) || ', moved '
        || coalesce(m.cents, 0) * 10000 || ', paid ' || coalesce(p.cents, 0) * 10000 as detail
      from (select * from ledger_accounts where kind = 'customer_credit') a full join moved m on m.user_id = a.user_id
      left join paid p on p.user_id = a.user_id left join presents g on g.user_id = a.user_id
      where coalesce(a.balance, 0) <> coalesce(m.cents, 0) * 10000
        or (a.balance > greatest(coalesce(p.cents, 0) * 10000, 0) + greatest(coalesce(g.amount, 0), 0)
          and not exists (select from credit_recalls r where r.user_id = a.user_id and r.done_at is null
            and r.created_at > now() - interval '1 hour'))`,
  },
  {
    rule: 'Creators have their share of what views earned, the platform the rest, to the millionth',
    query: sql`with sides as (select l.entry_id, min(l.amount) filter (where a.kind = 'creator_pending') as least,
          max(l.amount) filter (where a.kind = 'creator_pending') as most,
          min(l.amount) filter (where a.kind = 'views_clearing') as least_gross,
          max(l.amount) filter (where a.kind = 'views_clearing') as gross
        from ledger_lines l join ledger_accounts a on a.id = l.account_id and a.kind in ('creator_pending', 'views_clearing')
        group by 1)
      select 'entry ' || e.id as detail from ledger_entries e join sides s on s.entry_id = e.id
      cross join lateral (select floor(-s.gross * (e.facts ->> 'creatorPercent')::numeric / 100) as share) t
      where e.type in ('view_revenue', 'premium_view_revenue', 'view_repriced', 'premium_view_repriced')
        and s.most is not null and s.gross is not null and (s.least_gross = s.gross and s.least = t.share and s.most = t.share) is not true`,
  },
  {
    rule: 'What views earned is their number on the terms of their entry, to the millionth',
    query: sql`select 'entry ' || e.id as detail from ledger_entries e
      left join ledger_lines g on g.entry_id = e.id and g.account_id =
        (select id from ledger_accounts where kind = 'views_clearing')
      where e.type in ('view_revenue', 'premium_view_revenue', 'view_repriced', 'premium_view_repriced') and coalesce(-g.amount, 0) is distinct from floor(
        e.views * (e.facts ->> 'ratePerView')::numeric * 1000000 * round((e.facts ->> 'viralMultiplier')::numeric, 4)
          * (e.facts ->> 'planMultiplier')::numeric)`,
  },
  {
    rule: 'Reports by day are those of the entries',
    query: sql`with derived as (
        select user_id, (occurred_at at time zone 'utc')::date as day, sum(views) as views,
          coalesce(sum(creator_amount) filter (where type not like 'payout%'), 0) as earned,
          coalesce(-sum(creator_amount) filter (where type like 'payout%'), 0) as paid
        from ledger_entries where type in ('view_revenue', 'premium_view_revenue', 'view_correction',
          'premium_view_correction', 'premium_view_refunded', 'view_repriced', 'premium_view_repriced',
          'payout', 'payout_returned') group by 1, 2)
      select coalesce(r.user_id, d.user_id) || ' on ' || coalesce(r.day, d.day) as detail
      from earnings_by_day r full join derived d on d.user_id = r.user_id and d.day = r.day
      where r.views is distinct from d.views or r.view_micros + r.premium_micros is distinct from d.earned
         or r.payout_micros is distinct from d.paid`,
  },
  {
    rule: 'Views by month and platform are those of the entries',
    query: sql`with derived as (
        select date_trunc('month', occurred_at at time zone 'utc')::date as month, coalesce(platform, '') as platform,
          sum(views) as views, sum(creator_amount) as micros
        from ledger_entries where type in ('view_revenue', 'premium_view_revenue', 'view_correction',
          'premium_view_correction', 'premium_view_refunded', 'view_repriced', 'premium_view_repriced') group by 1, 2),
      kept as (select month, platform, sum(views) as views, sum(creator_micros) as micros from views_by_month group by 1, 2)
      select coalesce(k.month, d.month) || ' on ' || coalesce(k.platform, d.platform) as detail
      from kept k full join derived d on d.month = k.month and d.platform = k.platform
      where k.views is distinct from d.views or k.micros is distinct from d.micros`,
  },
  {
    // What was posted before a budget counts against it, and corrections give room back: only the sum must fit.
    rule: "No month's views give riders more than its budget, or than they had before it was set",
    query: sql`with changes as (
        select cents, spent_micros, date_trunc('month', changed_at at time zone 'utc')::date as month,
          lead(date_trunc('month', changed_at at time zone 'utc')::date) over (order by id) as next_month,
          lead(spent_micros) over (order by id) as next_spent from payout_budget_changes),
      posted as (select date_trunc('month', occurred_at at time zone 'utc')::date as month, sum(creator_amount) as micros
        from ledger_entries where type in ('view_revenue', 'premium_view_revenue', 'view_correction',
          'premium_view_correction', 'premium_view_refunded', 'view_repriced', 'premium_view_repriced') group by 1),
      bounded as (select p.month, c.cents * 10000 as budget,
          case when p.month = c.month then c.spent_micros else 0 end as before,
          case when p.month = c.next_month then c.next_spent else p.micros end as after
        from changes c join posted p on p.month >= c.month and (c.next_month is null or p.month <= c.next_month)
        where c.cents is not null)
      select month || ': ' || after || ', budget ' || budget || ', before it ' || before as detail
      from bounded where after > greatest(budget, before)`,
  },
  {
    rule: 'Totals by video and by creator are those of the entries',
    query: sql`with derived as (select video_id, sum(views) as views, sum(creator_amount) as micros
        from ledger_entries where video_id is not null group by 1)
      select 'video ' || coalesce(v.video_id, d.video_id) as detail
      from earnings_by_video v full join derived d on d.video_id = v.video_id
      where v.views is distinct from d.views or v.micros is distinct from d.micros
      union all
      select 'creator ' || u.user_id from earnings_by_user u
      left join (select user_id, sum(views) as views, sum(micros) as micros from earnings_by_video group by 1) d
        on d.user_id = u.user_id
      where d.views is distinct from u.views or d.micros is distinct from u.earned_micros`,
  },
  {
    rule: 'Counters of views are what the entries count and what waits',
    query: sql`with counted as (
        select e.video_id, e.platform, sum(e.views) as views from ledger_entries e where e.video_id is not null group by 1, 2),
      waits as (select counter_id, sum(to_views - from_views) as views from waiting_views group by 1),
      counters as (select c.video_id, c.platform, sum(c.views) as counted, coalesce(sum(w.views), 0) as waiting
        from view_counters c left join waits w on w.counter_id = c.id group by 1, 2)
      select c.video_id || ' on ' || c.platform || ': counters ' || c.counted || ', waiting ' || c.waiting
        || ', entries ' || coalesce(e.views, 0) as detail
      from counters c left join counted e on e.video_id = c.video_id and e.platform = c.platform
      where c.counted <> c.waiting + coalesce(e.views, 0)`,
  },
  {
    rule: 'No view of a counter is posted or waits twice',
    query: sql`with ranges as (
        select e.video_id, e.platform, e.facts ->> 'postId' as post, e.facts ->> 'counter' as counter,
          (e.facts ->> 'from')::bigint as begins, (e.facts ->> 'to')::bigint as ends
        from ledger_entries e
        where e.type in ('view_revenue', 'premium_view_revenue', 'view_repriced', 'premium_view_repriced')
          and e.facts ? 'postId' and not exists (select from ledger_entries r where r.reverses = e.id and r.reverses is not null)
        union all
        select c.video_id, c.platform, c.post_id::text, c.counter, w.from_views, w.to_views
        from waiting_views w join view_counters c on c.id = w.counter_id),
      ordered as (select *, lead(begins) over (partition by video_id, platform, post, counter order by begins) as next
        from ranges)
      select post || ' on ' || platform || ': ' || begins || ' to ' || ends || ', then from ' || next as detail
      from ordered where next < ends`,
  },
]

/**
 * Checks the ledger from its lines, in one snapshot. Reads every entry: minutes for ten million.
 * @param onRule called after each rule with how many are done, and the total
 */
export async function checkLedger(
  db: Queryable,
  onRule?: (done: number, of: number) => void,
): Promise<LedgerCheck> {
  const run = async (tx: Queryable): Promise<LedgerCheck> => {
    // Each rule reads the whole ledger, which takes minutes for ten million entries.
    await sql`set local statement_timeout = '1h'`.execute(tx)
    await sql`set local work_mem = '64MB'`.execute(tx)
    const findings: Finding[] = []
    for (const [i, { rule, query }] of rules.entries()) {
      // Planned as if all faults were wanted: a rule that holds has none, and to find the first few soon is slow then.
      const { rows } = await sql<{ detail: string }>`
        with faults as materialized (${query}) select detail from faults limit ${shown}`.execute(tx)
      findings.push(...rows.map(({ detail }) => ({ rule, detail })))
      onRule?.(i + 1, rules.length)
    }
    const { rows } = await sql<{ entries: number; lines: number }>`
      select (select count(*) from ledger_entries) as entries, (select count(*) from ledger_lines) as lines`.execute(
      tx,
    )
    return { ...(rows[0] as { entries: number; lines: number }), rules: rules.map(r => r.rule), findings }
  }
  if (db.isTransaction) return run(db)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(tx => run(tx))
}
