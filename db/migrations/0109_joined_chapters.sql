-- Videos that were joined from chapters of one recording. The file of a joined video is made by a job.
create table joined_videos (
  video_id uuid primary key references videos (id) on delete cascade,
  -- percent of the file that is made
  progress integer not null default 0 check (progress between 0 and 100),
  created_at timestamptz not null
);

-- Its parts in order. A part that its rider deleted leaves its place.
create table joined_parts (
  video_id uuid not null references joined_videos (video_id) on delete cascade,
  position integer not null check (position >= 0),
  part_id uuid references videos (id) on delete set null,
  primary key (video_id, position),
  check (part_id <> video_id)
);
create index joined_parts_of on joined_parts (part_id) where part_id is not null;
