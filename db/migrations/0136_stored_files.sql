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
