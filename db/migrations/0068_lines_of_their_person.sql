-- A creator's account takes lines only of entries that are the creator's own.
create or replace function ledger_check_entry() returns trigger language plpgsql as $$
declare
  lines integer;
  total numeric;
  creators numeric;
  others integer;
begin
  select count(*), coalesce(sum(l.amount), 0),
         coalesce(sum(l.amount) filter (where a.kind in ('creator_pending', 'creator_payable')), 0),
         count(*) filter (where a.user_id is not null and a.user_id is distinct from new.user_id)
    into lines, total, creators, others
    from ledger_lines l join ledger_accounts a on a.id = l.account_id where l.entry_id = new.id;
  if lines < 2 or total <> 0 then
    raise exception 'ledger entry % is out of balance by % over % lines', new.id, total, lines
      using errcode = 'check_violation';
  end if;
  if others > 0 then
    raise exception 'ledger entry % of % has lines of somebody else', new.id, coalesce(new.user_id, 'nobody')
      using errcode = 'check_violation';
  end if;
  if new.creator_amount <> creators then
    raise exception 'ledger entry % says % for the creator, its lines say %', new.id, new.creator_amount, creators
      using errcode = 'check_violation';
  end if;
  if new.reverses is not null then
    if exists (select from ledger_lines where entry_id in (new.id, new.reverses)
               group by account_id having sum(amount) <> 0) then
      raise exception 'ledger entry % does not take back entry % exactly', new.id, new.reverses
        using errcode = 'check_violation';
    end if;
  end if;
  return null;
end $$;
