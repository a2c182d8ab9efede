-- Limits of a channel of its own, where the platform counts each account. What it counts for the application as a
-- whole stays with the kind: publishing_lanes, publishing_quota.

-- Null as written by the version before: such a start counts for every channel of its kind.
alter table publishing_starts
  add column channel_id uuid references platform_channels (id) on delete set null;
update publishing_starts s set channel_id = p.channel_id from publications p where p.id = s.publication_id;
create index publishing_starts_of_channel on publishing_starts (channel_id, started_at desc);

-- The platform itself said no to this channel until then.
create table channel_pauses (
  channel_id uuid primary key references platform_channels (id) on delete cascade,
  closed_until timestamptz not null,
  closed_because text not null
);

-- Calls for counters in the platform's day, where it counts them for each account.
create table channel_quota (
  channel_id uuid not null references platform_channels (id) on delete cascade,
  day date not null,
  units integer not null default 0,
  primary key (channel_id, day)
);
