-- What is reviewed is what goes out: the original of a video is named by its SHA-256 and never replaced.
alter table videos
  -- hex SHA-256 of the original. Null before the upload is complete, and for uploads from before this migration
  -- until the server has read them in the background.
  add column original_sha256 text check (original_sha256 ~ '^[0-9a-f]{64}$');
create index videos_unsealed on videos (created_at) where original_sha256 is null and original_key is not null;

create function keep_sealed_original() returns trigger language plpgsql as $$
begin
  if new.original_sha256 is distinct from old.original_sha256 or new.original_key is distinct from old.original_key then
    raise exception 'The original of video % is sealed', old.id;
  end if;
  return new;
end $$;
create trigger videos_keep_sealed_original before update on videos
  for each row when (old.original_sha256 is not null) execute function keep_sealed_original();

alter table videos
  -- What of a video its rider or a later analysis could change, as it stood when staff approved it:
  -- {"sha256", "title", "description", "tags", "texts": {"youtube", "tiktok"}, "runId"}. Null: never approved.
  add column approved_as jsonb;
-- What was approved before is approved as it stands; its hash is added once the server has read the file.
update videos v set approved_as = jsonb_build_object(
  'sha256', null, 'title', v.title, 'description', v.description, 'tags', v.tags, 'texts', v.ai_texts,
  'runId', (
    select r.id from analysis_runs r where r.video_id = v.id and r.status = 'completed'
    order by r.completed_at desc limit 1))
where v.status in ('approved', 'published');
