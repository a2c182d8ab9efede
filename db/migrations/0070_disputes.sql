-- Disputes of card payments, copied from Stripe whenever they change.
create table disputes (
  id text primary key,
  charge_id text not null,
  -- null: of a payment that is none of ours
  invoice_id text,
  user_id text references users (id),
  subscription_id text,
  status text not null,
  reason text not null,
  amount_cents bigint not null,
  evidence_due_at timestamptz,
  opened_at timestamptz not null,
  updated_at timestamptz not null default now()
);
create index disputes_of_subscription on disputes (subscription_id);
-- A plan that is paused gives no multiplier: its payment is disputed, or was given back.
alter table subscriptions add column paused_for text check (paused_for in ('dispute', 'refund'));
alter table subscriptions add column paused_since timestamptz;
-- What an invoice paid for, and in which currency; tier and period null as written by the version before.
alter table billing_invoices add column currency text not null default 'usd';
alter table billing_invoices add column tier text check (tier in ('premium', 'pro'));
alter table billing_invoices add column period_start timestamptz;
alter table billing_invoices add column period_end timestamptz;
-- When the views of a plan that was given back were brought to what they earn without it.
alter table billing_invoices add column terms_returned_at timestamptz;
create index billing_invoices_given_back on billing_invoices (id)
  where status = 'paid' and refunded_cents >= amount_cents and amount_cents > 0 and terms_returned_at is null;
