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

create function refuse_change_of_audit_log() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only';
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change_of_audit_log();
