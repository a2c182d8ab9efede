-- Whether reviewers' verdicts on a rider's videos may improve the scores. On unless the rider turns it off.
alter table users add column learn_from_reviews boolean not null default true;

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
  -- version of the weights that made the shown score; null: none are known
  weights integer,
  -- the first evidence; null for a video, and where the analysis kept no evidence
  kind text,
  source text not null check (source in ('telemetry', 'picture')),
  -- before and after the weights; of a video its viral potential
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
