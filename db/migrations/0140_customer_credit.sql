-- What riders have at Stripe for later invoices is an account of theirs, and moves with Stripe's balance of the customer.
do $$
declare
  rule text;
begin
  select pg_get_constraintdef(oid) into strict rule from pg_constraint where conname = 'ledger_accounts_kind_check';
  execute 'alter table ledger_accounts drop constraint ledger_accounts_kind_check';
  execute 'alter table ledger_accounts add constraint ledger_accounts_kind_check '
    || replace(rule, 'ARRAY[', 'ARRAY[''customer_credit''::text, ');
  select pg_get_constraintdef(oid) into strict rule from pg_constraint where conname = 'ledger_entries_type_check';
  execute 'alter table ledger_entries drop constraint ledger_entries_type_check';
  execute 'alter table ledger_entries add constraint ledger_entries_type_check '
    || replace(replace(rule, ' NOT VALID', ''), 'ARRAY[',
      'ARRAY[''credit_moved''::text, ''credit_adjusted''::text, ''credit_taken_back''::text, ') || ' not valid';
end $$;
alter table ledger_accounts drop constraint ledger_accounts_check;
alter table ledger_accounts add constraint ledger_accounts_check
  check ((user_id is not null) = (kind like 'creator\_%' or kind = 'customer_credit'));

-- Credit that a returned payment takes back, or gets again when the refund failed: decided here, then done at Stripe.
create table credit_recalls (
  id uuid primary key,
  user_id text not null references users (id),
  -- the payment that was returned
  invoice_id text not null,
  -- above zero: taken back
  cents bigint not null check (cents <> 0),
  tax_cents bigint not null,
  created_at timestamptz not null,
  done_at timestamptz
);
-- One at a time: each is decided by what the one before has left.
create unique index credit_recalls_open on credit_recalls (user_id) where done_at is null;
create index credit_recalls_of_user on credit_recalls (user_id);

-- Stripe's customer balance transactions, in their order.
create table credit_movements (
  id text primary key,
  place bigint generated always as identity,
  user_id text not null references users (id),
  -- above zero: owed to the rider
  cents bigint not null check (cents <> 0),
  -- the invoice that left or used it
  invoice_id text,
  recall_id uuid references credit_recalls (id),
  moved_at timestamptz not null
);
create index credit_movements_of_user on credit_movements (user_id);

-- Above zero: paid with credit; below zero: left as credit.
alter table billing_invoices add column credit_cents bigint not null default 0;
-- Nothing that paid it is left, so its plan gives nothing.
alter table billing_invoices add column unpaid boolean not null default false;
update billing_invoices set unpaid = amount_cents > 0 and refunded_cents + lost_cents >= amount_cents where status = 'paid';
create index billing_invoices_of_plan on billing_invoices (subscription_id, created_at desc);
-- A period that nobody paid for, because a payment was disputed when it began, gives no multiplier either.
alter table subscriptions drop constraint subscriptions_paused_for_check;
alter table subscriptions add constraint subscriptions_paused_for_check
  check (paused_for in ('dispute', 'refund', 'unpaid'));
drop index billing_invoices_given_back;
create index billing_invoices_given_back on billing_invoices (id)
  where status = 'paid' and unpaid and terms_returned_at is null;
-- Credit is no part of what is owed for days any more.
alter table revenue_portions alter column starts_on set not null;
alter table revenue_portions alter column ends_on set not null;
alter table revenue_portions alter column next_day set not null;
