-- A deleted video takes its words with it, whoever deletes it and wherever they are: no row anywhere names what it was
-- called. test/security/people/erased-subjects.test.ts looks in every column of every table.

-- Which video a notification or mail is about, whoever gets it. No foreign key: messages are written under other locks
-- than the ones that deleting a video takes; what is written at the very moment is found by the privacy sweep.
alter table notifications add column video_id uuid;
alter table mails add column video_id uuid;
create index notifications_of_video on notifications (video_id) where video_id is not null;
create index mails_of_video on mails (video_id) where video_id is not null;

-- That staff decided about their own object is no word about the object.
create or replace function audit_facts(given jsonb) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(given) = 'object' then (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(given)
    where jsonb_typeof(value) in ('number', 'boolean', 'null')
      or key in ('status', 'role', 'approval', 'decision', 'ownDecision'))
  end
$$;

-- Of its posts, the audit log keeps what was decided about counts, which money rests on.
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

-- A post keeps its figures, times and settings. One that is under way needs its words until it ends.
create function forget_words_of_post() returns trigger language plpgsql as $$
begin
  new.metadata := new.metadata || '{"title": "Deleted video", "description": "", "tags": []}';
  new.content_label := 'Deleted video';
  return new;
end $$;
create trigger publications_forget_words before update on publications for each row
  when (new.video_id is null and (new.opening_at is null or new.state in ('published', 'failed', 'cancelled')))
  execute function forget_words_of_post();
