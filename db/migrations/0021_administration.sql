-- Lists and figures of staff, fast at any size.
create extension if not exists pg_trgm;

alter table users
  add column suspended_at timestamptz,
  -- told to the person
  add column suspended_reason text,
  -- IANA name, told by the browser
  add column time_zone text,
  add check ((suspended_at is null) = (suspended_reason is null));

create index users_newest on users (created_at desc, id desc) where deleted_at is null;
create index users_by_role on users (role, created_at desc, id desc);
create index users_suspended on users (created_at desc, id desc) where suspended_at is not null;
create index users_by_time_zone on users (time_zone) where deleted_at is null;
create index users_search on users using gin (
  (email || ' ' || lower(name) || ' ' || lower(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))) gin_trgm_ops);

create index videos_newest on videos (created_at desc, id desc) where not held;
create index videos_by_status on videos (status, created_at desc, id desc) where not held;
create index videos_title on videos using gin (lower(title) gin_trgm_ops);
create index videos_analysed on videos (created_at desc, id desc) where ai_status = 'completed' and not held;
create index videos_analysed_by_status on videos (status, created_at desc, id desc)
  where ai_status = 'completed' and not held;
create index videos_waiting on videos (created_at desc, id desc)
  where ai_status = 'completed' and not held and status in ('draft', 'pending');

create index audit_log_by_action on audit_log (action, id desc);
create index audit_log_at on audit_log (at);

-- Running totals: each change adds a line, so that no two transactions wait for one counter; lines of one name are
-- added up now and then. A count over the tables themselves takes longer with every row.
create table tallies (
  name text not null,
  amount bigint not null
);
create index tallies_by_name on tallies (name) include (amount);

create function tally_videos() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into tallies select 'videos.' || status, count(*) from added where not held group by status;
  elsif tg_op = 'DELETE' then
    insert into tallies select 'videos.' || status, -count(*) from gone where not held group by status;
  else
    insert into tallies
      select 'videos.' || status, sum(one) from (
        select status, 1 as one from added where not held
        union all
        select status, -1 from gone where not held
      ) changes group by status having sum(one) <> 0;
  end if;
  return null;
end $$;
create trigger tally_added_videos after insert on videos referencing new table as added
  for each statement execute function tally_videos();
create trigger tally_gone_videos after delete on videos referencing old table as gone
  for each statement execute function tally_videos();
create trigger tally_changed_videos after update on videos referencing old table as gone new table as added
  for each statement execute function tally_videos();

create function tally_users() returns trigger language plpgsql as $$
declare
  more bigint := 0;
begin
  if tg_op <> 'DELETE' then more := (select count(*) from added where deleted_at is null); end if;
  if tg_op <> 'INSERT' then more := more - (select count(*) from gone where deleted_at is null); end if;
  if more <> 0 then insert into tallies values ('users', more); end if;
  return null;
end $$;
create trigger tally_added_users after insert on users referencing new table as added
  for each statement execute function tally_users();
create trigger tally_gone_users after delete on users referencing old table as gone
  for each statement execute function tally_users();
create trigger tally_changed_users after update on users referencing old table as gone new table as added
  for each statement execute function tally_users();

insert into tallies select 'videos.' || status, count(*) from videos where not held group by status;
insert into tallies select 'users', count(*) from users where deleted_at is null;
