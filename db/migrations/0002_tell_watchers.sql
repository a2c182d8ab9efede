-- Servers remember for a few seconds who may watch a video. A change by which some may no longer is told to all of them;
-- what concerns all videos of a person is told by trailcut_session_ends.
create function videos_tell_watchers() returns trigger language plpgsql as $$
begin
  perform pg_notify('trailcut_watchers', old.id::text);
  return null;
end $$;
create trigger videos_watchers_changed after update of status, held, hidden_at, stream_status on videos for each row
  when ((old.status, old.held, old.hidden_at, old.stream_status)
    is distinct from (new.status, new.held, new.hidden_at, new.stream_status))
  execute function videos_tell_watchers();
create trigger videos_watchers_gone after delete on videos for each row execute function videos_tell_watchers();

create function share_links_tell_watchers() returns trigger language plpgsql as $$
begin
  perform pg_notify('trailcut_watchers', old.video_id::text);
  return null;
end $$;
create trigger share_links_watchers_changed after update of taken_down_at on share_links for each row
  when (old.taken_down_at is distinct from new.taken_down_at)
  execute function share_links_tell_watchers();
