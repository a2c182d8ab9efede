-- Publishing: what is posted where and when, once. Times are by the database's clock. Texts in jsonb are sentences of ours,
-- {"id", "values"}, which are put into the reader's language, or the platform's own words.

-- Which platforms there are, and whose account each posts with. A migration that comes with a platform's code adds its
-- rows here and its lane.
create table channel_kinds (
  kind text primary key
);

create table platforms (
  platform text primary key,
  kind text not null references channel_kinds (kind),
  -- for the reference below: a publication's kind is its platform's
  unique (platform, kind)
);

insert into channel_kinds (kind) values ('youtube'), ('tiktok'), ('facebook');
insert into platforms (platform, kind) values
  ('youtube', 'youtube'),
  ('youtube_shorts', 'youtube'),
  ('tiktok', 'tiktok'),
  ('facebook', 'facebook');

-- Accounts on the platforms that staff connected. Tokens are sealed by the server (AES-256-GCM) before they get here.
create table platform_channels (
  id uuid primary key,
  kind text not null references channel_kinds (kind),
  -- the platform's own id of the account
  external_id text not null,
  name text not null,
  -- what the platform calls the account in public: @trailcut; null where it says none
  handle text,
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
  -- why it has to be connected again
  problem jsonb,
  -- what the account may choose and what staff chose for it
  settings jsonb not null default '{}',
  -- one channel of each kind gets what names no channel
  is_default boolean not null default false,
  -- of generated titles, descriptions and tags in its posts
  units text not null default 'metric' check (units in ('metric', 'imperial')),
  connected_by text,
  connected_at timestamptz not null,
  -- the reconnectBy that staff have been notified of
  noticed_for timestamptz,
  unique (kind, external_id),
  constraint platform_channels_default_connected check (not is_default or status <> 'disconnected')
);
create unique index platform_channels_default on platform_channels (kind) where is_default;

-- A channel that is disconnected stops being the default.
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

-- Connections in progress: the state that the platform returns is accepted once.
create table channel_connects (
  state text primary key,
  kind text not null,
  verifier text not null,
  user_id text,
  -- the channel that is connected again; null: another one
  channel_id uuid references platform_channels (id) on delete cascade,
  created_at timestamptz not null
);

-- One row per post on one platform. The row is the state machine; workers lease it.
create table publications (
  id uuid primary key,
  -- null once the video is deleted; the history stays
  video_id uuid references videos (id) on delete set null,
  user_id text not null,
  platform text not null,
  kind text not null,
  channel_id uuid references platform_channels (id) on delete set null,
  -- 'video', or the digest of a clip: what the bytes are
  content text not null,
  content_label jsonb not null,
  clip_id uuid,
  -- 'publish', or 'again:2' when staff publish the same thing once more
  intent text not null default 'publish',
  state text not null check (state in ('scheduled', 'queued', 'uploading', 'processing', 'published', 'failed',
    'unknown', 'cancelled')),
  metadata jsonb not null,
  -- the instant, and what was chosen: wall time in a zone, kept so that a change of rules can be seen
  scheduled_for timestamptz not null,
  wall_time text not null,
  time_zone text not null,
  timing text not null check (timing in ('immediate', 'optimal', 'custom')),
  upload_early boolean not null default false,
  -- counts up with every edit: an edit of an older one is refused
  version integer not null default 1,
  created_by text,
  created_at timestamptz not null,
  -- not processed before then
  next_at timestamptz not null,
  -- why it waits
  note jsonb,
  lease_token uuid,
  lease_until timestamptz,
  started_at timestamptz,
  -- set before the call that opens an upload; with no session beside it the outcome of that call is unknown
  opening_at timestamptz,
  -- sealed: anyone with the address may upload
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
  -- since when the platform has every byte of the post: it is asked less and less often from then on, and not forever
  processing_at timestamptz,
  alerted_at timestamptz,
  failure_kind text check (failure_kind in ('reconnect', 'reject', 'retry_after', 'unknown_outcome')),
  failure_sentence jsonb,
  failure_actor text check (failure_actor in ('staff', 'creator', 'platform', 'trailcut')),
  published_at timestamptz,
  -- what staff did with a published post: hidden is private at the platform, removed was deleted there
  hidden_at timestamptz,
  removed_at timestamptz,
  -- made private, blocked in countries or removed at the platform: it stops earning from then on
  unshown text check (unshown in ('private', 'blocked', 'gone')),
  unshown_since timestamptz,
  -- newest figures
  views bigint not null default 0,
  likes bigint not null default 0,
  comments bigint not null default 0,
  shares bigint not null default 0,
  sampled_at timestamptz,
  next_sample_at timestamptz,
  -- views that came while it was not shown, which are never paid
  unpaid_views bigint not null default 0 check (unpaid_views >= 0),
  -- how its views are counted for earnings: by what the platform shows, or by what the platform itself pays for. A
  -- post that changes over is counted the new way from a day on, after everything that was counted before.
  counter text not null default 'public_views' check (counter in ('public_views', 'engaged_views')),
  -- the platform's own days; null while it is counted by what the platform shows
  own_from text check (own_from ~ '^\d{4}-\d\d-\d\d$'),
  -- views from own_from through own_through
  own_views bigint check (own_views >= 0),
  own_through text check (own_through ~ '^\d{4}-\d\d-\d\d$'),
  -- since which day fewer were said: only a second day confirms it
  own_fell text check (own_fell ~ '^\d{4}-\d\d-\d\d$'),
  check ((state = 'failed') = (failure_kind is not null)),
  check ((state = 'published') = (published_at is not null)),
  foreign key (platform, kind) references platforms (platform, kind),
  check ((counter = 'public_views') = (own_from is null)),
  check ((unshown is null) = (unshown_since is null))
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
create index publications_of_channel on publications (channel_id, state);

-- A post keeps its figures, times and settings. One that is under way needs its words until it ends.
create function forget_words_of_post() returns trigger language plpgsql as $$
begin
  new.metadata := new.metadata || '{"title": "Deleted video", "description": "", "tags": []}';
  new.content_label := '"Deleted video"';
  return new;
end $$;
create trigger publications_forget_words before update on publications for each row
  when (new.video_id is null and (new.opening_at is null or new.state in ('published', 'failed', 'cancelled')))
  execute function forget_words_of_post();

-- Everything that happened to a publication, oldest first; never changed.
create table publication_events (
  id bigint generated always as identity primary key,
  publication_id uuid not null references publications (id) on delete cascade,
  at timestamptz not null,
  kind text not null,
  sentence jsonb not null,
  -- codes, offsets, ids: for the log; no tokens
  facts jsonb not null default '{}',
  actor_id text
);
create index publication_events_of on publication_events (publication_id, id);

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

-- One row per kind: the lock that starts of uploads queue up at.
create table publishing_lanes (
  kind text primary key references channel_kinds (kind),
  -- the platform itself said no until then
  closed_until timestamptz,
  closed_because jsonb,
  -- how often in a row the platform has asked for a pause with no upload starting in between: each is twice as long
  repeats integer not null default 0 check (repeats >= 0)
);
insert into publishing_lanes (kind) select kind from channel_kinds;

-- The platform itself said no to this channel until then. Limits that it counts for the application as a whole stay with
-- the kind, in publishing_lanes and publishing_quota; those of one account are the channel's.
create table channel_pauses (
  channel_id uuid primary key references platform_channels (id) on delete cascade,
  closed_until timestamptz not null,
  closed_because jsonb not null,
  -- how often in a row the platform has asked for a pause with no upload starting in between: each is twice as long
  repeats integer not null default 0 check (repeats >= 0)
);

-- Uploads that were opened, for the hourly and daily limits.
create table publishing_starts (
  id bigint generated always as identity primary key,
  kind text not null,
  publication_id uuid not null,
  channel_id uuid references platform_channels (id) on delete set null,
  started_at timestamptz not null
);
create index publishing_starts_recent on publishing_starts (kind, started_at desc);
create index publishing_starts_of_channel on publishing_starts (channel_id, started_at desc);

-- Units that were asked of a platform today (its own day), so that counting stays within its quota.
create table publishing_quota (
  kind text not null,
  day date not null,
  -- a platform may limit counting and everything else separately: YouTube does, by calls and by units
  budget text not null default 'counters' check (budget in ('counters', 'units')),
  units integer not null default 0,
  primary key (kind, day, budget)
);

-- The same for one account, where the platform counts each.
create table channel_quota (
  channel_id uuid not null references platform_channels (id) on delete cascade,
  day date not null,
  -- a platform may limit counting and everything else separately: YouTube does, by calls and by units
  budget text not null default 'counters' check (budget in ('counters', 'units')),
  units integer not null default 0,
  primary key (channel_id, day, budget)
);

-- Whether all publishing is paused.
create table publishing_pause (
  only_row boolean primary key default true check (only_row),
  paused boolean not null default false,
  reason text,
  by text,
  at timestamptz
);
insert into publishing_pause default values;

-- Counts of a post that are not plausible: they are neither shown nor paid until they are confirmed, decided or passed.
create table held_counts (
  id uuid primary key default gen_random_uuid(),
  publication_id uuid not null references publications (id) on delete cascade,
  reason text not null check (reason in ('drop', 'jump', 'ratio')),
  state text not null default 'held' check (state in ('held', 'accepted', 'dismissed', 'passed')),
  -- what stands, and since when; null: never counted
  accepted_views bigint not null check (accepted_views >= 0),
  accepted_likes bigint not null check (accepted_likes >= 0),
  accepted_comments bigint not null check (accepted_comments >= 0),
  accepted_shares bigint not null check (accepted_shares >= 0),
  accepted_at timestamptz,
  -- what the platform said last; null: it did not say
  reported_views bigint not null check (reported_views >= 0),
  reported_likes bigint check (reported_likes >= 0),
  reported_comments bigint check (reported_comments >= 0),
  reported_shares bigint check (reported_shares >= 0),
  -- the most views it said since it is held: a drop is confirmed only down to there
  most_views bigint not null check (most_views >= reported_views),
  first_seen timestamptz not null,
  last_seen timestamptz not null check (last_seen >= first_seen),
  times_seen integer not null default 1 check (times_seen >= 1),
  -- who and when; null and a time: by itself
  decided_by text,
  decided_at timestamptz,
  check ((state = 'held') = (decided_at is null))
);
create unique index held_counts_one on held_counts (publication_id) where state = 'held';
create index held_counts_of on held_counts (publication_id, first_seen);
create index held_counts_listed on held_counts (state, last_seen);

-- What a platform said of a post while its counts were on hold, and when it said so first.
create table held_sightings (
  publication_id uuid not null references publications (id) on delete cascade,
  seen_at timestamptz not null,
  views bigint not null check (views >= 0),
  primary key (publication_id, seen_at)
);
