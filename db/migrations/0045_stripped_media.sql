-- Whether a public file was made without place, names, chapters and telemetry of its original.
-- False: made by a version that left them in, to be rewritten by the background sweep.
alter table renditions add column stripped boolean not null default false;
alter table renditions alter column stripped set default true;
create index renditions_not_stripped on renditions (video_id) where not stripped;
alter table clips add column stripped boolean not null default false;
alter table clips alter column stripped set default true;
create index clips_not_stripped on clips (id) where not stripped;
alter table videos add column thumbnails_stripped boolean not null default false;
alter table videos alter column thumbnails_stripped set default true;
create index videos_thumbnails_not_stripped on videos (id) where not thumbnails_stripped;

-- The whole video as the platforms get it, never the original itself. Made when it is first to be published.
create table shared_files (
  video_id uuid primary key references videos (id) on delete cascade,
  status text not null check (status in ('pending', 'ready', 'failed')),
  object_key text,
  size bigint,
  created_at timestamptz not null default now(),
  check ((status = 'ready') = (object_key is not null and size is not null))
);
