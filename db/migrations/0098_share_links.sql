-- Links by which riders show a video, or one clip of it, to whoever has the address.
create table share_links (
  id uuid primary key,
  -- 128 random bits in hex, as long as the id of a stream; never given out again
  token text not null unique check (token ~ '^[0-9a-f]{32}$'),
  video_id uuid not null references videos (id) on delete cascade,
  -- null: the whole video
  clip_id uuid references clips (id) on delete cascade,
  created_at timestamptz not null,
  -- switched off by its rider or taken down by staff
  ended_at timestamptz,
  -- by staff: nothing of the video can be shared until they allow it again
  taken_down_at timestamptz,
  views bigint not null default 0
);
create unique index share_links_on on share_links (video_id, clip_id) nulls not distinct where ended_at is null;
create index share_links_of_video on share_links (video_id);
create index share_links_of_clip on share_links (clip_id);

-- Who opened a link on a day (UTC): a keyed hash whose key is deleted with the day, so that nobody can be found by it.
create table share_viewers (
  link_id uuid not null references share_links (id) on delete cascade,
  day date not null,
  viewer text not null,
  primary key (link_id, day, viewer)
);
create index share_viewers_by_day on share_viewers (day);
create table share_days (
  day date primary key,
  salt text not null
);

-- What people without an account tell staff about a shared video.
create table share_reports (
  id uuid primary key,
  link_id uuid not null references share_links (id) on delete cascade,
  reason text not null check (reason in ('unsafe', 'privacy', 'rights', 'offensive', 'other')),
  words text not null,
  reported_at timestamptz not null,
  decided_at timestamptz
);
create index share_reports_of_link on share_reports (link_id, reported_at);
