-- What staff decide about a video.
alter table videos
  -- counts up with every decision: whoever decides on an older state is told
  add column review_version integer not null default 0,
  -- second whose frame is the thumbnail, once staff chose one
  add column thumbnail_at double precision,
  -- a published video that staff took out of sight
  add column hidden_at timestamptz,
  -- what the latest analysis wrote for the platforms, {"youtube": …, "tiktok": …}, and its compilations without clips
  add column ai_texts jsonb,
  add column ai_compilations jsonb,
  -- the same texts as edited by staff
  add column publish_texts jsonb;

update videos v set
  ai_texts = jsonb_build_object('youtube', r.result #> '{texts,youtube}', 'tiktok', r.result #> '{texts,tiktok}'),
  ai_compilations = (
    select coalesce(jsonb_agg(c - 'clips' order by i), '[]')
    from jsonb_array_elements(r.result -> 'compilations') with ordinality as list(c, i))
from (
  select distinct on (video_id) video_id, result from analysis_runs
  where status = 'completed' order by video_id, completed_at desc
) r
where r.video_id = v.id;

-- Highlights and compilations that staff approved, by their index in one analysis.
create table review_approvals (
  run_id uuid not null references analysis_runs (id) on delete cascade,
  kind text not null check (kind in ('highlight', 'compilation')),
  index integer not null check (index >= 0),
  video_id uuid not null references videos (id) on delete cascade,
  approved_by text not null,
  approved_at timestamptz not null,
  primary key (run_id, kind, index)
);
create index review_approvals_of_video on review_approvals (video_id);

-- Where a highlight lay before staff moved its ends, seconds.
create table review_trims (
  run_id uuid not null references analysis_runs (id) on delete cascade,
  index integer not null check (index >= 0),
  original_start double precision not null,
  original_end double precision not null,
  primary key (run_id, index)
);

-- Every decision with what takes it back. Staff's log is audit_log; this is what undo and the next reviewer need.
create table review_decisions (
  id bigint generated always as identity primary key,
  video_id uuid not null references videos (id) on delete cascade,
  kind text not null,
  actor_id text not null,
  at timestamptz not null,
  -- review_version after it: only the newest can be taken back
  version integer not null,
  -- what was there before, null when there is no way back
  undo jsonb,
  -- why a video was rejected: code, and the sentence its owner reads
  reason text,
  sentence text,
  undone_at timestamptz
);
create index review_decisions_of_video on review_decisions (video_id, id desc);

-- Which staff have which video open. Lost with a crash, which is what happens to open pages too.
create unlogged table review_presence (
  video_id uuid not null,
  user_id text not null,
  since timestamptz not null,
  seen_at timestamptz not null,
  primary key (video_id, user_id)
);
