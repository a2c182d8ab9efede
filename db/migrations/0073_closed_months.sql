-- A closed month takes no further entries. Months are closed in order, and for good.
create table closed_months (
  -- its first day; months are UTC
  month date primary key check (extract(day from month) = 1),
  closed_at timestamptz not null,
  closed_by text not null,
  entries bigint not null
);
create function closed_months_in_order() returns trigger language plpgsql as $$
begin
  if exists (select from closed_months where month <> new.month
             having max(month) is not null and max(month) + interval '1 month' <> new.month) then
    raise exception 'months are closed one after another' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger closed_months_order after insert on closed_months
  for each row execute function closed_months_in_order();
create trigger closed_months_stay before update or delete or truncate on closed_months
  for each statement execute function ledger_refuse_change();

create function ledger_refuse_closed() returns trigger language plpgsql as $$
declare
  open_from timestamptz;
begin
  select (max(month) + interval '1 month') at time zone 'utc' into open_from from closed_months;
  if open_from is not null and exists (select from added where occurred_at < open_from) then
    raise exception 'the month of this entry is closed: post a correction today' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger ledger_entries_closed after insert on ledger_entries
  referencing new table as added for each statement execute function ledger_refuse_closed();

-- What belongs to a closed month is posted on the day on which a second admin agrees to it.
create table ledger_corrections (
  id uuid primary key,
  month date not null references closed_months (month),
  reason text not null,
  debit_account text not null,
  credit_account text not null check (credit_account <> debit_account),
  cents bigint not null check (cents > 0),
  state text not null default 'proposed' check (state in ('proposed', 'posted', 'rejected')),
  proposed_by text not null,
  proposed_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  entry_id bigint references ledger_entries (id),
  check ((state = 'proposed') = (decided_by is null)),
  check ((state = 'posted') = (entry_id is not null)),
  check (state <> 'posted' or decided_by <> proposed_by)
);
-- Trial balances and exports read entries by their time.
create index ledger_entries_by_time on ledger_entries (occurred_at, id);
