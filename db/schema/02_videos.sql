-- Videos and their files. Durations are seconds, sizes bytes.

create table videos (
  id uuid primary key,
  user_id text not null references users (id) on delete cascade,
  title text not null,
  description text not null default '',
  category text not null,
  tags jsonb not null default '[]',
  -- title, description and tags as they were before 'Apply AI-Enhanced Metadata'
  metadata_before_ai jsonb,
  status text not null check (status in ('uploading', 'processing', 'draft', 'pending', 'approved', 'rejected',
    'published', 'failed')),
  -- uploaded before the address of the account was proved, and not yet seen by its owner
  held boolean not null default false,
  -- a published video that staff took out of sight
  hidden_at timestamptz,
  processing_error jsonb,
  file_name text not null,
  file_size bigint,
  -- size and a digest of pieces of the file, by which the browser recognizes it before it is sent again
  fingerprint text,
  -- key in the object store; null until the last byte has arrived and been accepted
  original_key text,
  original_type text,
  -- hex SHA-256 of the original; null before the upload is complete
  original_sha256 text check (original_sha256 ~ '^[0-9a-f]{64}$'),
  -- bytes that an upload in progress may still bring, so that several at once stay within the account's budget
  reserved_bytes bigint not null default 0 check (reserved_bytes >= 0),
  -- a refused file is kept until then, so that its rider can object: 'Try anyway' decodes what there is of it
  kept_until timestamptz,
  try_anyway boolean not null default false,
  probe jsonb,
  -- telemetry that the rider added to a video whose file has none: an excerpt of another original, GPX, FIT or CSV
  telemetry_key text,
  -- names what was added and how it was laid: an analysis of an earlier edition is followed by another
  telemetry_edition uuid,
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
  ai_error jsonb,
  ai_started_at timestamptz,
  ai_completed_at timestamptz,
  ai_viral_score double precision,
  -- of the analysis that ai_viral_score is from
  ai_version integer,
  ai_title text,
  ai_description text,
  ai_tags jsonb,
  -- what the latest analysis wrote for the platforms, {"youtube": …, "tiktok": …}, and its compilations without clips
  ai_texts jsonb,
  ai_compilations jsonb,
  ai_highlights jsonb,
  ai_thumbnails jsonb,
  -- second of the frame that stands for the video until somebody chooses another; fixed at approval
  cover_at double precision,
  -- names the picture that its rider uploaded as the cover; null: a frame is the cover
  cover_picture text,
  -- second whose frame is the thumbnail, once staff chose one
  thumbnail_at double precision,
  -- counts up with every decision: a reviewer who decides on an older state is refused
  review_version integer not null default 0,
  -- ai_texts as edited by staff
  publish_texts jsonb,
  -- what its rider or a later analysis could change, as it stood when staff approved it:
  -- {"sha256", "title", "description", "tags", "texts": {"youtube", "tiktok"}, "runId"}; null: never approved
  approved_as jsonb,
  -- the score that prices views, fixed at the first approval or publication; ai_viral_score is only shown
  priced_score double precision check (priced_score between 0 and 1),
  priced_version integer,
  priced_at timestamptz,
  uploaded_at timestamptz,
  playable_at timestamptz,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint videos_original_is_sealed check ((original_key is null) = (original_sha256 is null)),
  constraint videos_price_is_whole check ((priced_score is null) = (priced_at is null))
);
create index videos_by_user on videos (user_id, created_at desc);
create index videos_unfinished on videos (status) where status in ('uploading', 'processing');
create index videos_by_fingerprint on videos (user_id, fingerprint) where fingerprint is not null;
create index videos_held on videos (user_id) where held;
create index videos_newest on videos (created_at desc, id desc) where not held;
create index videos_by_status on videos (status, created_at desc, id desc) where not held;
create index videos_title on videos using gin (lower(title) gin_trgm_ops);
create index videos_analysed on videos (created_at desc, id desc) where ai_status = 'completed' and not held;
create index videos_analysed_by_status on videos (status, created_at desc, id desc)
  where ai_status = 'completed' and not held;
create index videos_waiting on videos (created_at desc, id desc)
  where ai_status = 'completed' and not held and status in ('draft', 'pending');
-- Published videos whose views wait for a price: few, and staff ask for their number whenever they look at the figures.
create index videos_without_price on videos (created_at, id) where status = 'published' and priced_at is null;
-- Finds the same file uploaded again, by anyone.
create index videos_original_sha256 on videos (original_sha256) where original_sha256 is not null;
create index videos_kept_until on videos (kept_until) where kept_until is not null;

create function tally_videos() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into tallies select 'videos.' || status, count(*) from added where not held group by status;
  elsif tg_op = 'DELETE' then
    insert into tallies select 'videos.' || status, -count(*) from gone where not held group by status;
  else
    insert into tallies
      select 'videos.' || status, sum(one) from (
        select status, 1 as one from added where not held
        union all
        select status, -1 from gone where not held
      ) changes group by status having sum(one) <> 0;
  end if;
  return null;
end $$;
create trigger tally_added_videos after insert on videos referencing new table as added
  for each statement execute function tally_videos();
create trigger tally_gone_videos after delete on videos referencing old table as gone
  for each statement execute function tally_videos();
create trigger tally_changed_videos after update on videos referencing old table as gone new table as added
  for each statement execute function tally_videos();

-- What is reviewed is what is published: an original is named by its SHA-256 and never replaced.
create function keep_sealed_original() returns trigger language plpgsql as $$
begin
  if new.original_sha256 is distinct from old.original_sha256 or new.original_key is distinct from old.original_key then
    raise exception 'The original of video % is sealed', old.id;
  end if;
  return new;
end $$;
create trigger videos_keep_sealed_original before update on videos
  for each row when (old.original_sha256 is not null) execute function keep_sealed_original();

create function keep_priced_score() returns trigger language plpgsql as $$
begin
  -- An approval that is taken back takes its price along.
  if new.priced_at is null and new.status not in ('approved', 'published') then
    return new;
  end if;
  raise exception 'The score that prices video % is fixed', old.id;
end $$;
create trigger videos_keep_priced_score before update on videos for each row
  when (old.priced_at is not null and (old.priced_score, old.priced_version, old.priced_at)
    is distinct from (new.priced_score, new.priced_version, new.priced_at))
  execute function keep_priced_score();

-- A deleted video takes its words with it, whoever deletes it and wherever they are: no row anywhere names what it was
-- called. Of its posts, the audit log keeps what was decided about counts, which money rests on.
create function forget_words_of_video() returns trigger language plpgsql as $$
begin
  delete from notifications where video_id = old.id;
  delete from mails where video_id = old.id;
  update audit_log set before = audit_facts(before), after = audit_facts(after)
    where (object_type = 'video' and object_id = old.id::text)
      or (object_type = 'publication' and action not like 'publication.counts_%'
        and object_id in (select id::text from publications where video_id = old.id));
  return old;
end $$;
create trigger videos_forget_words before delete on videos
  for each row execute function forget_words_of_video();

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

-- The whole video as the platforms get it, never the original itself. Made when it is first published.
create table shared_files (
  video_id uuid primary key references videos (id) on delete cascade,
  status text not null check (status in ('pending', 'ready', 'failed')),
  object_key text,
  size bigint,
  created_at timestamptz not null default now(),
  check ((status = 'ready') = (object_key is not null and size is not null))
);

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

-- What is stored of each video besides its original, which the videos themselves count: renditions, clips, reels, covers,
-- thumbnails, music. All of it counts towards its owner's gigabytes.
create table stored_files (
  key text collate "C" primary key,
  video_id uuid not null references videos (id) on delete cascade,
  bytes bigint not null check (bytes >= 0)
);
create index stored_files_of_video on stored_files (video_id);

-- Their sums: an hour of video is thousands of files, and each that is added asks what the account holds.
create table stored_sums (
  video_id uuid primary key references videos (id) on delete cascade,
  bytes bigint not null
);

create function keep_stored_sums() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into stored_sums as s (video_id, bytes) values (new.video_id, new.bytes)
      on conflict (video_id) do update set bytes = s.bytes + excluded.bytes;
  end if;
  if tg_op <> 'INSERT' then
    update stored_sums set bytes = bytes - old.bytes where video_id = old.video_id;
  end if;
  return null;
end $$;
create trigger stored_sums_follow after insert or update or delete on stored_files
  for each row execute function keep_stored_sums();

-- CPU seconds that processing of an account's videos has taken, by day (UTC).
create table processing_usage (
  user_id text not null references users (id) on delete cascade,
  day date not null,
  cpu_seconds double precision not null check (cpu_seconds >= 0),
  primary key (user_id, day)
);
