-- What a tax form names a payee by, as Stripe has it: kept after an account is deleted, for as long as the law asks.
alter table payee_tax_facts add column legal_name text;
alter table payee_tax_facts add column account_id text;

-- Which refund replaced which is no word about a person.
create or replace function audit_facts(given jsonb) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(given) = 'object' then (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(given)
    where jsonb_typeof(value) in ('number', 'boolean', 'null')
      or key in ('status', 'role', 'approval', 'decision', 'ownDecision', 'refund'))
  end
$$;
