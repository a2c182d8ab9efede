-- What Stripe keeps of card payments.
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind in (
  'view_revenue', 'views_clearing', 'platform', 'card_payments', 'card_fees', 'subscription_revenue', 'fees',
  'payout_clearing', 'creator_pending', 'creator_payable', 'creator_paid'));
insert into ledger_accounts (kind) values ('card_fees');
-- Every type that was allowed still is: nothing that stands has to be read again.
alter table ledger_entries drop constraint ledger_entries_type_check;
alter table ledger_entries add constraint ledger_entries_type_check check (type in (
  'views_batch', 'view_revenue', 'premium_view_revenue', 'view_correction', 'premium_view_correction', 'release',
  'payout', 'payout_completed', 'payout_returned', 'payout_uncompleted',
  'subscription_payment', 'subscription_refund', 'card_fee')) not valid;
-- null: Stripe has not said it yet
alter table billing_invoices add column fee_cents bigint;
create index billing_invoices_without_fee on billing_invoices (created_at desc)
  where status = 'paid' and amount_cents > 0 and fee_cents is null;
