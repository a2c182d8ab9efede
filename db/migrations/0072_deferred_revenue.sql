-- What is paid for a plan's period is owed until its days have passed. The kinds and types that are there already stay,
-- whichever migration brought them.
do $$
declare
  rule text;
begin
  select pg_get_constraintdef(oid) into strict rule from pg_constraint where conname = 'ledger_accounts_kind_check';
  execute 'alter table ledger_accounts drop constraint ledger_accounts_kind_check';
  execute 'alter table ledger_accounts add constraint ledger_accounts_kind_check '
    || replace(rule, 'ARRAY[', 'ARRAY[''deferred_revenue''::text, ''tax_payable''::text, ');
  select pg_get_constraintdef(oid) into strict rule from pg_constraint where conname = 'ledger_entries_type_check';
  execute 'alter table ledger_entries drop constraint ledger_entries_type_check';
  execute 'alter table ledger_entries add constraint ledger_entries_type_check '
    || replace(replace(rule, ' NOT VALID', ''), 'ARRAY[', 'ARRAY[''revenue_recognized''::text, ''correction''::text, ')
    || ' not valid';
end $$;
insert into ledger_accounts (kind) values ('deferred_revenue'), ('tax_payable');
alter table billing_invoices add column tax_cents bigint not null default 0 check (tax_cents >= 0);

-- The lines of paid invoices, each with the days that it is for. What was paid before this migration has none: it stands
-- as income already.
create table revenue_portions (
  id bigint generated always as identity primary key,
  invoice_id text not null,
  line integer not null,
  user_id text not null references users (id),
  subscription_id text,
  -- millionths of a dollar; below zero for time that a change of plan gives back
  amount bigint not null check (amount <> 0),
  -- UTC, the end excluded; null for a credit, which waits for a later invoice
  starts_on date,
  ends_on date,
  -- the first day that is not recognized yet
  next_day date,
  recognized bigint not null default 0,
  -- gone back by refunds before it was recognized
  taken bigint not null default 0,
  remaining bigint generated always as (amount - recognized - taken) stored,
  unique (invoice_id, line),
  check (num_nulls(starts_on, ends_on, next_day) in (0, 3)),
  check (ends_on > starts_on)
);
create index revenue_portions_due on revenue_portions (next_day) where remaining <> 0 and next_day is not null;
create index revenue_portions_of_user on revenue_portions (user_id);
-- The days in UTC that have been recognized.
create table revenue_days (
  day date primary key,
  amount bigint not null,
  portions integer not null,
  recognized_at timestamptz not null
);
