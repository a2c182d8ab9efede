-- Weights of the scores that were fitted to reviews. None counts before an admin has said so.
create table score_weights (
  -- stands beside every score that they made; 0 is what the program brings along
  version integer generated always as identity primary key,
  -- of the analysis whose raw scores they weigh
  analysis_version integer not null,
  model jsonb not null,
  -- what admins are shown before they decide
  report jsonb not null,
  labels integer not null,
  proposed_at timestamptz not null,
  state text not null check (state in ('open', 'used', 'dismissed', 'replaced')),
  decided_by text,
  decided_at timestamptz
);
create unique index score_weights_one_open on score_weights (state) where state = 'open';

-- Which weights counted from when on: the newest row counts. No row: those of the program.
create table score_weight_uses (
  id bigint generated always as identity primary key,
  -- null: those of the program
  version integer references score_weights (version),
  used_by text not null,
  used_at timestamptz not null
);

-- How each night's fit ended.
create table score_refits (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  outcome text not null check (outcome in ('too_few', 'same_labels', 'no_order', 'no_better', 'dismissed', 'proposed')),
  -- labels that could be used, and the videos that they are from
  labels integer not null,
  videos integer not null,
  version integer references score_weights (version)
);
