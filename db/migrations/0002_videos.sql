-- Videos and what is made of them. Times are timestamptz, durations seconds, sizes bytes.
create table videos (
  id uuid primary key,
  user_id text not null references users (id) on delete cascade,
  title text not null,
  description text not null default '',
  category text not null,
  status text not null check (status in ('uploading', 'processing', 'draft', 'pending', 'approved', 'rejected', 'published', 'failed')),
  processing_error text,
  file_name text not null,
  file_size bigint,
  -- key in the object store; null until the last byte has arrived and been accepted
  original_key text,
  original_type text,
  probe jsonb,
  duration_seconds double precision not null default 0,
  width integer,
  height integer,
  -- unguessable name under which players ask for the stream
  stream_id text unique,
  stream_status text check (stream_status in ('inprogress', 'ready', 'error')),
  ladder_progress integer not null default 0 check (ladder_progress between 0 and 100),
  views bigint not null default 0,
  -- what the latest analysis said, written by the analysis in its own transaction
  ai_status text check (ai_status in ('pending', 'processing', 'completed', 'failed')),
  ai_error text,
  ai_started_at timestamptz,
  ai_completed_at timestamptz,
  ai_viral_score double precision,
  ai_title text,
  ai_description text,
  ai_tags jsonb,
  ai_highlights jsonb,
  ai_thumbnails jsonb,
  -- title, description and tags as they were before 'Apply AI-Enhanced Metadata'
  metadata_before_ai jsonb,
  tags jsonb not null default '[]',
  uploaded_at timestamptz,
  playable_at timestamptz,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index videos_by_user on videos (user_id, created_at desc);
create index videos_unfinished on videos (status) where status in ('uploading', 'processing');

-- One set of playable files. A set is written under its own prefix and goes live by its row.
create table renditions (
  id uuid primary key,
  video_id uuid not null references videos (id) on delete cascade,
  -- remux: the source's own bytes; first: small and quick, for codecs that browsers do not play; ladder: for good
  kind text not null check (kind in ('remux', 'first', 'ladder')),
  object_prefix text not null,
  width integer not null,
  height integer not null,
  bandwidth integer not null,
  codecs text not null,
  frame_rate double precision not null,
  complete boolean not null default false,
  live boolean not null default false,
  created_at timestamptz not null default now()
);
create index renditions_of_video on renditions (video_id) where live;

create table analysis_runs (
  id uuid primary key,
  video_id uuid not null references videos (id) on delete cascade,
  status text not null check (status in ('pending', 'processing', 'completed', 'failed')),
  progress integer not null default 0 check (progress between 0 and 100),
  stage text,
  error text,
  result jsonb,
  started_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null default now()
);
create index analysis_runs_of_video on analysis_runs (video_id, created_at desc);
create unique index analysis_runs_one_going on analysis_runs (video_id) where status in ('pending', 'processing');

create table notifications (
  id uuid primary key,
  user_id text not null references users (id) on delete cascade,
  type text not null,
  title text not null,
  message text not null,
  link text,
  -- the event that it tells of, so that it is told once
  event_key text not null unique,
  is_read boolean not null default false,
  created_at timestamptz not null default now()
);
create index notifications_of_user on notifications (user_id, created_at desc);
