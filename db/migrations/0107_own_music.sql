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
  error text,
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

-- The own music that a clip plays: what was confirmed and allowed about it is kept as long as the clip.
alter table clips add column music_id uuid references music_files (id);
create index clips_of_music on clips (music_id) where music_id is not null;
