-- A balance below zero that will never be made up for is written off. Kinds and types that are there already stay.
do $$
declare
  rule text;
begin
  select pg_get_constraintdef(oid) into strict rule from pg_constraint where conname = 'ledger_accounts_kind_check';
  execute 'alter table ledger_accounts drop constraint ledger_accounts_kind_check';
  execute 'alter table ledger_accounts add constraint ledger_accounts_kind_check '
    || replace(rule, 'ARRAY[', 'ARRAY[''write_offs''::text, ');
  select pg_get_constraintdef(oid) into strict rule from pg_constraint where conname = 'ledger_entries_type_check';
  execute 'alter table ledger_entries drop constraint ledger_entries_type_check';
  execute 'alter table ledger_entries add constraint ledger_entries_type_check '
    || replace(replace(rule, ' NOT VALID', ''), 'ARRAY[', 'ARRAY[''balance_written_off''::text, ') || ' not valid';
end $$;
insert into ledger_accounts (kind) values ('write_offs');
create index ledger_accounts_negative on ledger_accounts (user_id) where balance < 0 and user_id is not null;
