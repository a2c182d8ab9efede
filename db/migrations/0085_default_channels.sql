-- Several channels of one kind. One of them is the default: it gets what names no channel.
alter table platform_channels
  add column is_default boolean not null default false,
  -- what the platform calls the account in public: @trailcut; null where it says none
  add column handle text;
-- The channel that somebody connects again; null: another one.
alter table channel_connects
  add column channel_id uuid references platform_channels (id) on delete cascade;

-- As it was chosen before: the one that works and was connected first.
update platform_channels set is_default = true where id in (
  select distinct on (kind) id from platform_channels where status <> 'disconnected'
  order by kind, status <> 'connected', connected_at, id);

create unique index platform_channels_default on platform_channels (kind) where is_default;
alter table platform_channels
  add constraint platform_channels_default_connected check (not is_default or status <> 'disconnected');

-- A channel that is disconnected stops being the default, also when the version before does it.
create function end_default_channel() returns trigger language plpgsql as $$
begin
  new.is_default := false;
  return new;
end $$;
create trigger end_default_channel before update of status on platform_channels
  for each row when (new.status = 'disconnected') execute function end_default_channel();

-- A kind with connected channels has a default when a transaction ends: the one that works and was connected first
-- takes over where there is none. The kind's row is the lock that two first channels queue up at.
create function keep_default_channel() returns trigger language plpgsql as $$
declare
  changed text := coalesce(new.kind, old.kind);
begin
  perform 1 from channel_kinds where kind = changed for update;
  update platform_channels set is_default = true where not is_default and id = (
    select id from platform_channels where kind = changed and status <> 'disconnected'
    order by is_default desc, status <> 'connected', connected_at, id limit 1);
  return null;
end $$;
create constraint trigger keep_default_channel after insert or delete on platform_channels
  deferrable initially deferred for each row execute function keep_default_channel();
create constraint trigger keep_default_channel_changed after update on platform_channels
  deferrable initially deferred for each row
  when (old.status is distinct from new.status or old.is_default is distinct from new.is_default)
  execute function keep_default_channel();

-- Publications that are still to happen and name no channel go to the default of their kind.
update publications p set channel_id = c.id
from platform_channels c
where p.channel_id is null and c.kind = p.kind and c.is_default
  and p.state in ('scheduled', 'queued', 'uploading', 'processing', 'unknown')
  and not exists (
    select from publications o where o.video_id = p.video_id and o.platform = p.platform and o.channel_id = c.id
      and o.content = p.content and o.intent = p.intent and o.state <> 'cancelled');
create index publications_of_channel on publications (channel_id, state);
