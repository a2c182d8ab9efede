-- Publishing: what goes out where and when, once. Times are timestamptz, by the database's clock.

-- Accounts on the platforms that staff connected. Tokens are sealed by the server (AES-256-GCM) before they get here.
create table platform_channels (
  id uuid primary key,
  kind text not null check (kind in ('youtube', 'tiktok')),
  -- the platform's own id of the account
  external_id text not null,
  name text not null,
  avatar_url text,
  scopes text[] not null default '{}',
  -- a refresh token is never replaced by nothing
  access_token text not null check (access_token <> ''),
  refresh_token text not null check (refresh_token <> ''),
  access_expires_at timestamptz not null,
  -- null: the platform does not say
  refresh_expires_at timestamptz,
  refreshed_at timestamptz not null,
  status text not null check (status in ('connected', 'reconnect', 'disconnected')),
  -- the platform's words for why it has to be connected again
  problem text,
  -- what the account may choose and what staff chose for it
  settings jsonb not null default '{}',
  connected_by text,
  connected_at timestamptz not null,
  -- for which reconnectBy staff were told already
  noticed_for timestamptz,
  unique (kind, external_id)
);

-- A connection that somebody began: the state that the platform hands back is good once.
create table channel_connects (
  state text primary key,
  kind text not null,
  verifier text not null,
  user_id text,
  created_at timestamptz not null
);

-- One row per thing to go out; the row is the state machine, workers only take turns with it.
create table publications (
  id uuid primary key,
  -- null once the video is deleted; the history stays
  video_id uuid references videos (id) on delete set null,
  user_id text not null,
  platform text not null check (platform in ('youtube', 'youtube_shorts', 'tiktok')),
  kind text not null check (kind in ('youtube', 'tiktok')),
  channel_id uuid references platform_channels (id) on delete set null,
  -- 'video', or the digest of a clip: what the bytes are
  content text not null,
  content_label text not null,
  clip_id uuid,
  -- 'publish', or 'again:2' when somebody wants the same thing once more
  intent text not null default 'publish',
  state text not null check (state in
    ('scheduled', 'queued', 'uploading', 'processing', 'published', 'failed', 'unknown', 'cancelled')),
  metadata jsonb not null,
  -- the instant, and what was chosen: wall time in a zone, kept so that a change of rules can be seen
  scheduled_for timestamptz not null,
  wall_time text not null,
  time_zone text not null,
  timing text not null check (timing in ('immediate', 'optimal', 'custom')),
  upload_early boolean not null default false,
  -- counts up with every edit: whoever edits or sends an older one is told
  version integer not null default 1,
  created_by text,
  created_at timestamptz not null,

  -- not taken up before
  next_at timestamptz not null,
  -- why it waits, a sentence
  note text,
  lease_token uuid,
  lease_until timestamptz,
  started_at timestamptz,
  -- set before the call that opens an upload; with no session beside it the outcome of that call is unknown
  opening_at timestamptz,
  -- sealed: whoever has the address may upload
  session text,
  session_at timestamptz,
  -- the platform's id while it works on it (TikTok's publish_id, YouTube's video id), then of the post
  remote_id text,
  post_id text,
  url text,
  size bigint,
  uploaded bigint not null default 0,
  attempts integer not null default 0,
  lookups integer not null default 0,
  finalized_at timestamptz,
  alerted_at timestamptz,
  failure_kind text check (failure_kind in ('reconnect', 'reject', 'retry_after', 'unknown_outcome')),
  failure_sentence text,
  failure_actor text check (failure_actor in ('staff', 'creator', 'platform', 'trailcut')),
  published_at timestamptz,

  -- newest figures
  views bigint not null default 0,
  likes bigint not null default 0,
  comments bigint not null default 0,
  shares bigint not null default 0,
  sampled_at timestamptz,
  next_sample_at timestamptz,
  check ((state = 'failed') = (failure_kind is not null)),
  check ((state = 'published') = (published_at is not null))
);
-- The same piece goes to the same channel once per intent.
create unique index publications_once on publications (video_id, platform, channel_id, content, intent)
  where state <> 'cancelled';
create index publications_due on publications (next_at) where state in
  ('scheduled', 'queued', 'uploading', 'processing', 'unknown');
create index publications_of_video on publications (video_id, created_at desc);
create index publications_by_state on publications (state, scheduled_for);
create index publications_to_sample on publications (next_sample_at) where state = 'published';
-- A platform makes one post of one upload.
create unique index publications_one_post on publications (kind, post_id) where post_id is not null;

-- Everything that happened to a publication, oldest first; never changed.
create table publication_events (
  id bigint generated always as identity primary key,
  publication_id uuid not null references publications (id) on delete cascade,
  at timestamptz not null,
  kind text not null,
  sentence text not null,
  -- codes, offsets, ids: for the log; no tokens
  facts jsonb not null default '{}',
  actor_id text
);
create index publication_events_of on publication_events (publication_id, id);

-- Uploads that were opened, for the hourly and daily limits. One row per kind is the lock that starts queue up at.
create table publishing_lanes (
  kind text primary key check (kind in ('youtube', 'tiktok')),
  -- the platform itself said no until then
  closed_until timestamptz,
  closed_because text
);
insert into publishing_lanes (kind) values ('youtube'), ('tiktok');
create table publishing_starts (
  id bigint generated always as identity primary key,
  kind text not null,
  publication_id uuid not null,
  started_at timestamptz not null
);
create index publishing_starts_recent on publishing_starts (kind, started_at desc);

create table publishing_pause (
  only_row boolean primary key default true check (only_row),
  paused boolean not null default false,
  reason text,
  by text,
  at timestamptz
);
insert into publishing_pause default values;

-- What platforms counted, as they said it: kept for 30 days at most.
create table publication_snapshots (
  publication_id uuid not null references publications (id) on delete cascade,
  fetched_at timestamptz not null,
  views bigint not null,
  likes bigint not null,
  comments bigint not null,
  shares bigint not null,
  primary key (publication_id, fetched_at)
);
create index publication_snapshots_old on publication_snapshots (fetched_at);
-- Our own rows, made of the differences. Days are UTC.
create table publication_days (
  publication_id uuid not null references publications (id) on delete cascade,
  day date not null,
  views bigint not null default 0,
  likes bigint not null default 0,
  comments bigint not null default 0,
  shares bigint not null default 0,
  primary key (publication_id, day)
);
-- Units that were asked of a platform today (its own day), so that counting stays within its quota.
create table publishing_quota (
  kind text not null,
  day date not null,
  units integer not null default 0,
  primary key (kind, day)
);
