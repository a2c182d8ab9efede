-- What a change of plan costs, as this server told the person: used once, before it expires.
create table plan_quotes (
  id uuid primary key,
  user_id text not null references users (id),
  subscription_id text not null,
  from_price_id text not null,
  to_price_id text not null,
  -- what the card is charged
  due_cents bigint not null check (due_cents >= 0),
  -- below zero: credited on later invoices
  total_cents bigint not null,
  -- the second for which Stripe calculated it
  proration_date timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index plan_quotes_of_user on plan_quotes (user_id, created_at desc);

-- The score that prices a video's views, fixed at its first approval or publication. What later analyses find is in
-- ai_viral_score and is only shown.
alter table videos
  -- of the analysis that ai_viral_score is from
  add column ai_version integer,
  add column priced_score double precision check (priced_score between 0 and 1),
  add column priced_version integer,
  add column priced_at timestamptz,
  add constraint videos_price_is_whole check ((priced_score is null) = (priced_at is null));

update videos v set ai_version = (r.result ->> 'version')::integer
from (
  select distinct on (video_id) video_id, result from analysis_runs
  where status = 'completed' order by video_id, completed_at desc
) r
where r.video_id = v.id and v.ai_viral_score is not null;

update videos v set
  priced_score = least(1, greatest(0, ai_viral_score)),
  priced_version = ai_version,
  priced_at = coalesce(published_at, now())
where ai_viral_score is not null
  and (status in ('approved', 'published') or published_at is not null
    or exists (select from review_decisions d
      where d.video_id = v.id and d.kind in ('approve', 'publish') and d.undone_at is null));

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
