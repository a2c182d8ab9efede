-- Accounts that say where the money is. What cards paid stands in clearing until Stripe has it; from then on it is part
-- of stripe_balance, which is compared with Stripe's own balance transactions.
alter table ledger_entries drop constraint ledger_entries_type_check;
alter table ledger_entries add constraint ledger_entries_type_check check (type in (
  'views_batch', 'view_revenue', 'premium_view_revenue', 'view_correction', 'premium_view_correction', 'release',
  'payout', 'payout_completed', 'payout_returned', 'payout_uncompleted',
  'subscription_payment', 'subscription_refund', 'card_fee', 'accounts_opened',
  'charge_settled', 'refund_settled', 'transfer_settled', 'transfer_returned', 'bank_movement', 'stripe_adjustment',
  'refund_failed', 'dispute_withdrawn', 'dispute_fee', 'dispute_reinstated', 'dispute_lost',
  'premium_view_refunded', 'view_repriced', 'premium_view_repriced')) not valid;

alter table ledger_accounts drop constraint ledger_accounts_kind_check;
-- The accounts keep their lines under clearer names. A server of the version before cannot post card payments any more:
-- its jobs come again until this version takes them.
alter table ledger_accounts disable trigger ledger_accounts_kept;
update ledger_accounts set kind = 'clearing' where kind = 'card_payments';
update ledger_accounts set kind = 'processing_fees' where kind = 'card_fees';
alter table ledger_accounts enable trigger ledger_accounts_kept;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind in (
  'view_revenue', 'views_clearing', 'platform', 'clearing', 'stripe_balance', 'bank', 'reserves', 'processing_fees',
  'subscription_revenue', 'fees', 'payout_clearing', 'paid_out', 'creator_pending', 'creator_payable', 'creator_paid'));
insert into ledger_accounts (kind) values ('stripe_balance'), ('bank'), ('reserves'), ('paid_out');

-- What was posted before goes where it is by now: charges whose fee is known are at Stripe, payouts have left it or the
-- bank. The time of this entry is where the comparison with Stripe begins.
with settled as (
  select coalesce(sum(l.amount), 0) as amount from ledger_lines l
  join ledger_accounts a on a.id = l.account_id and a.kind = 'clearing'
  join ledger_entries e on e.id = l.entry_id
  where e.facts ->> 'invoiceId' in (select facts ->> 'invoiceId' from ledger_entries where type = 'card_fee')
), sent as (
  select coalesce(sum(net) filter (where method = 'stripe'), 0) as stripe,
    coalesce(sum(net) filter (where method = 'manual'), 0) as bank
  from payouts where status = 'completed'
), lines (kind, amount) as (
  select 'clearing', -amount from settled
  union all select 'stripe_balance', settled.amount + sent.stripe from settled, sent
  union all select 'bank', bank from sent
  union all select 'paid_out', -stripe - bank from sent
), entry as (
  insert into ledger_entries (source_event, type, occurred_at)
  select 'accounts_opened', 'accounts_opened', now() where exists (select from lines where amount <> 0)
  returning id
)
insert into ledger_lines (entry_id, account_id, amount)
select entry.id, a.id, lines.amount from entry, lines join ledger_accounts a on a.kind = lines.kind where lines.amount <> 0;
