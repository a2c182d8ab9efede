-- Event streams end with the session that opened them: whoever holds one open hears of the end, on every server.
create function sessions_tell_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('trailcut_session_ends', old.id);
  return null;
end $$;
create trigger sessions_ended after delete on sessions for each row execute function sessions_tell_end();

-- An identity token needs no row in sessions; what it may do changes with its person.
create function users_tell_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('trailcut_session_ends', new.id);
  return null;
end $$;
create trigger users_changed after update of role, suspended_at, deleted_at on users for each row
  when (old.role is distinct from new.role or old.suspended_at is distinct from new.suspended_at
    or old.deleted_at is distinct from new.deleted_at)
  execute function users_tell_change();
