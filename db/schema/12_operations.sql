-- What staff did: who, what, to which object, before, after, when. Written once, never changed.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- null: the server by its settings. No reference: the entry outlives the person's account.
  actor_id text,
  actor_role text,
  action text not null,
  object_type text not null,
  object_id text not null,
  before jsonb,
  after jsonb,
  request_id text
);
create index audit_log_of_actor on audit_log (actor_id, id desc);
create index audit_log_of_object on audit_log (object_type, object_id, id desc);
create index audit_log_by_action on audit_log (action, id desc);
create index audit_log_at on audit_log (at);

-- The audit log refuses changes but for one: free words about a person or video (titles, reasons) go with it. What
-- happened, by whom, to which object and when stays, with numbers and statuses.
create function audit_facts(given jsonb) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(given) = 'object' then (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(given)
    where jsonb_typeof(value) in ('number', 'boolean', 'null')
      or key in ('status', 'role', 'approval', 'decision', 'ownDecision', 'refund'))
  end
$$;
create function refuse_change_of_audit_log() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only';
end $$;
create trigger audit_log_append_only before delete or truncate on audit_log
  for each statement execute function refuse_change_of_audit_log();
create trigger audit_log_only_forgets before update on audit_log for each row
  when ((to_jsonb(old) - 'before' - 'after') is distinct from (to_jsonb(new) - 'before' - 'after')
    or new.before is distinct from audit_facts(old.before) or new.after is distinct from audit_facts(old.after))
  execute function refuse_change_of_audit_log();

-- Running totals: each change adds a line, so that no two transactions wait for one counter; lines of one name are
-- added up now and then. A count over the tables themselves takes longer with every row.
create table tallies (
  name text not null,
  amount bigint not null
);
create index tallies_by_name on tallies (name) include (amount);

-- Work that asks another machine and that only one server may do at a time. A turn is a row, not a lock: it is renewed
-- while the work goes on and holds no connection meanwhile, and a dead process's turn is over soon.
create table turns (
  name text primary key,
  holder uuid not null,
  until timestamptz not null
);
