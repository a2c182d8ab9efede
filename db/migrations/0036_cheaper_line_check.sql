-- Every line asks only whether its entry still balances; the whole check is the entry's own, once.
create function ledger_check_line() returns trigger language plpgsql as $$
declare
  total numeric;
begin
  select sum(amount) into total from ledger_lines where entry_id = new.entry_id;
  if total <> 0 then
    raise exception 'ledger entry % is out of balance by %', new.entry_id, total using errcode = 'check_violation';
  end if;
  return null;
end $$;
drop trigger ledger_lines_balance on ledger_lines;
create constraint trigger ledger_lines_balance after insert on ledger_lines
  deferrable initially deferred for each row execute function ledger_check_line();
-- Adding a balanced pair of lines to an entry that stands would pass the sum: an entry's lines come with it.
create function ledger_refuse_late_lines() returns trigger language plpgsql as $$
begin
  if exists (
    select from added l join ledger_entries e on e.id = l.entry_id
    where e.written_by <> pg_current_xact_id()
  ) then
    raise exception 'a ledger entry that stands gets no further lines' using errcode = 'check_violation';
  end if;
  return null;
end $$;
alter table ledger_entries add column written_by xid8 not null default pg_current_xact_id();
create trigger ledger_lines_with_entry after insert on ledger_lines
  referencing new table as added for each statement execute function ledger_refuse_late_lines();
