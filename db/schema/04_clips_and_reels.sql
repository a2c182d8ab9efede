-- Music that the maker of a reel brings, with their word that they hold the rights to it.
create table music_files (
  id uuid primary key,
  video_id uuid not null references videos (id) on delete cascade,
  -- what its file was called
  name text not null,
  -- who said that they hold the rights, and when
  confirmed_by text not null,
  confirmed_at timestamptz not null,
  status text not null default 'reading' check (status in ('reading', 'ready', 'failed')),
  error jsonb,
  -- the file as it was sent, until it has been read
  sent_key text,
  -- its sound, without tags and pictures; null before, and once no reel needs it
  object_key text,
  duration_seconds double precision,
  -- its beat; null where none is clear
  bpm double precision check (bpm > 0),
  first_beat double precision check (first_beat >= 0),
  -- a staff member, when reels with it may be published
  allowed_by text,
  allowed_at timestamptz,
  created_at timestamptz not null,
  check ((bpm is null) = (first_beat is null)),
  check ((allowed_by is null) = (allowed_at is null)),
  check (status <> 'ready' or duration_seconds is not null)
);
create index music_files_of_video on music_files (video_id, created_at desc);

-- Rendered pieces of videos, made when somebody first asks for them.
create table clips (
  id uuid primary key,
  video_id uuid not null references videos (id) on delete cascade,
  kind text not null check (kind in ('highlight', 'reel')),
  format text not null check (format in ('wide', 'vertical', 'square')),
  -- which parts of the video in seconds: [{"start": 1.2, "end": 5.4}, …]
  parts jsonb not null,
  -- how a person's reel is put together beyond its parts: title card, music, lengths in frames; null for all other clips
  recipe jsonb,
  -- which gauges are burned in: {"theme": "trail", "units": "metric"}; null: none
  gauges jsonb,
  -- whether they show what the rider chose for their own clip, or what others may see
  gauges_by_rider boolean not null default false,
  -- the own music that it plays: what was confirmed and allowed about it is kept as long as the clip
  music_id uuid references music_files (id),
  -- digest of format and parts: the same request is rendered once
  digest text not null,
  status text not null check (status in ('pending', 'rendering', 'ready', 'failed')),
  progress integer not null default 0 check (progress between 0 and 100),
  error jsonb,
  object_key text,
  size bigint,
  duration_seconds double precision not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (video_id, digest)
);
create index clips_of_music on clips (music_id) where music_id is not null;

create table reels (
  id uuid primary key,
  video_id uuid not null references videos (id) on delete cascade,
  made_by text not null check (made_by in ('rider', 'staff')),
  -- pieces in their order, title, shape, music: what its maker chose
  plan jsonb not null,
  -- counts up with every change of the plan
  version integer not null default 1 check (version >= 1),
  -- the newest rendering, and the version of the plan that it shows
  clip_id uuid references clips (id) on delete set null,
  clip_version integer,
  -- the rendering that the reel's share link plays until the newest one is ready
  shared_clip uuid references clips (id) on delete set null,
  -- the rendering that its maker sent to staff
  sent_clip uuid,
  sent_at timestamptz,
  -- what staff said, about which rendering: another one needs another verdict
  decision text check (decision in ('approved', 'rejected')),
  decided_clip uuid,
  decided_by text,
  decided_at timestamptz,
  words text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((decision is null) = (decided_clip is null)),
  check ((sent_clip is null) = (sent_at is null))
);
create index reels_of_video on reels (video_id, created_at desc);
create index reels_of_clip on reels (clip_id);
create index reels_waiting on reels (sent_at) where sent_clip is not null;
create index reels_of_shared_clip on reels (shared_clip) where shared_clip is not null;

-- Links by which riders show a video, or one clip of it, to anyone who has the address.
create table share_links (
  id uuid primary key,
  -- 128 random bits in hex, as long as the id of a stream; never given out again
  token text not null unique check (token ~ '^[0-9a-f]{32}$'),
  video_id uuid not null references videos (id) on delete cascade,
  -- null: the whole video
  clip_id uuid references clips (id) on delete cascade,
  -- the page of a published video, which counts its viewers and is reported like a link. Its token is never given out,
  -- and it never ends: it is open while its video is published and not taken down.
  page boolean not null default false,
  created_at timestamptz not null,
  -- switched off by its rider or taken down by staff
  ended_at timestamptz,
  -- by staff: nothing of the video can be shared until they allow it again
  taken_down_at timestamptz,
  views bigint not null default 0,
  constraint share_links_page_is_whole check (not page or clip_id is null)
);
create index share_links_of_video on share_links (video_id);
create index share_links_of_clip on share_links (clip_id);
create unique index share_links_on on share_links (video_id, clip_id) nulls not distinct where ended_at is null and not page;
create unique index share_links_page on share_links (video_id) where page;

-- Who opened a link on a day (UTC): a keyed hash whose key is deleted with the day, so that nobody can be found by it.
create table share_viewers (
  link_id uuid not null references share_links (id) on delete cascade,
  day date not null,
  viewer text not null,
  -- viewers are limited per network, so that one client can't use up a link's day for everyone else
  network text not null,
  primary key (link_id, day, viewer)
);
create index share_viewers_by_day on share_viewers (day);
create index share_viewers_of_network on share_viewers (link_id, day, network);

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
