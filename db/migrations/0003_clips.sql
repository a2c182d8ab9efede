-- Rendered pieces of videos: single highlights and compiled reels, made when somebody first asks for them.
create table clips (
  id uuid primary key,
  video_id uuid not null references videos (id) on delete cascade,
  kind text not null check (kind in ('highlight', 'reel')),
  format text not null check (format in ('wide', 'vertical')),
  -- which parts of the video in seconds: [{"start": 1.2, "end": 5.4}, …]
  parts jsonb not null,
  -- digest of format and parts: the same wish is rendered once
  digest text not null,
  status text not null check (status in ('pending', 'rendering', 'ready', 'failed')),
  progress integer not null default 0 check (progress between 0 and 100),
  error text,
  object_key text,
  size bigint,
  duration_seconds double precision not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (video_id, digest)
);
