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

-- Highlights that staff said are none, by their index in one analysis.
create table review_rejections (
  run_id uuid not null references analysis_runs (id) on delete cascade,
  index integer not null check (index >= 0),
  video_id uuid not null references videos (id) on delete cascade,
  rejected_by text not null,
  rejected_at timestamptz not null,
  primary key (run_id, index)
);
create index review_rejections_of_video on review_rejections (video_id);

-- Every decision and how to undo it. Staff's log is audit_log; this is what undo and the next reviewer need.
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
  sentence jsonb,
  undone_at timestamptz
);
create index review_decisions_of_video on review_decisions (video_id, id desc);

-- What staff said about a highlight, or about a video as a whole, beside what the analysis had said. The newest row of a
-- reviewer counts; undo deletes the rows of its decision.
create table review_labels (
  id bigint generated always as identity primary key,
  video_id uuid not null references videos (id) on delete cascade,
  run_id uuid not null references analysis_runs (id) on delete cascade,
  -- index in that analysis; null: the video as a whole
  highlight integer check (highlight >= 0),
  reviewer_id text not null,
  -- review_version of the decision
  version integer not null,
  verdict text not null check (verdict in ('approved', 'rejected', 'trimmed')),
  -- said about the whole video, and by that about each highlight of it
  by_video boolean not null default false,
  analysis_version integer not null,
  -- version of the weights that made the shown score; null for a video
  weights integer,
  -- the first evidence; null for a video, and where the analysis kept no evidence
  kind text,
  source text not null check (source in ('telemetry', 'picture')),
  -- before and after the weights; of a video only its viral potential
  raw_score double precision check (raw_score between 0 and 1),
  shown_score double precision not null check (shown_score between 0 and 1),
  -- seconds; null for a video
  found_start double precision,
  found_end double precision,
  given_start double precision,
  given_end double precision,
  at timestamptz not null,
  unique nulls not distinct (run_id, highlight, reviewer_id, version)
);
create index review_labels_of_video on review_labels (video_id, version);

-- Which staff have which video open. Lost with a crash, which is what happens to open pages too.
create unlogged table review_presence (
  video_id uuid not null,
  user_id text not null,
  since timestamptz not null,
  seen_at timestamptz not null,
  primary key (video_id, user_id)
);
