-- Reels that people make of their videos. Each rendering is a clip, so it is shared, downloaded and published like one.
alter table clips drop constraint clips_format_check;
alter table clips add constraint clips_format_check check (format in ('wide', 'vertical', 'square'));
-- How a person's reel is put together beyond its parts: title card, music, lengths in frames; null for all other clips.
alter table clips add column recipe jsonb;

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
