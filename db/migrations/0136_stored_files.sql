-- What is stored of each video besides its original, which the videos themselves count: renditions, clips, reels, covers,
-- thumbnails, music. All of it counts towards its owner's gigabytes.
create table stored_files (
  key text collate "C" primary key,
  video_id uuid not null references videos (id) on delete cascade,
  bytes bigint not null check (bytes >= 0)
);
create index stored_files_of_video on stored_files (video_id) include (bytes);

-- Of what earlier versions stored, only these sizes are known.
insert into stored_files (key, video_id, bytes)
select object_key, video_id, size from clips where object_key is not null and size is not null
union
select object_key, video_id, size from shared_files where object_key is not null and size is not null
on conflict do nothing;
