-- One analysis of a video. The newest completed run of a video keeps ride, ride_minutes and prints.
create table analysis_runs (
  id uuid primary key,
  video_id uuid not null references videos (id) on delete cascade,
  status text not null check (status in ('pending', 'processing', 'completed', 'failed')),
  progress integer not null default 0 check (progress between 0 and 100),
  stage text,
  error text,
  result jsonb,
  -- what it measured of the ride, thinned for plots and a map
  ride jsonb,
  -- digests of the recording's sensor samples, by which a copy of it is recognized
  prints bigint[],
  -- the texts again with miles and feet; null where they have no speeds or heights
  imperial_texts jsonb,
  started_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null default now()
);
create index analysis_runs_of_video on analysis_runs (video_id, created_at desc);
create unique index analysis_runs_one_going on analysis_runs (video_id) where status in ('pending', 'processing');
create index analysis_runs_prints on analysis_runs using gin (prints) where prints is not null;

-- What gauges show of a ride, minute by minute and as fine as they are drawn, so that a clip reads only its minutes:
-- only the newest completed run of a video keeps it. {"speed": {"hz": 20, "values": [1.2, null, …]}, …}
create table ride_minutes (
  run_id uuid not null references analysis_runs (id) on delete cascade,
  minute integer not null check (minute >= 0),
  samples jsonb not null,
  primary key (run_id, minute)
);

-- A ride that a rider added to a video: when it was recorded, how fast it went, and where the rider laid the video on it.
create table added_rides (
  video_id uuid primary key references videos (id) on delete cascade,
  -- by its own clock; null for a file without dates
  begins timestamptz,
  seconds double precision not null,
  step_seconds double precision not null,
  -- m/s at each step; null where it isn't known
  speeds real[] not null,
  -- seconds of the ride at the video's second 0; null: found by the analysis
  chosen_offset double precision
);

-- Places that a rider keeps to themselves: every start and end of their rides, and those that they added. Others never
-- see what was recorded in the circle around (center_latitude, center_longitude), nor the next extra_meters of the way.
-- The circle is derived once. A removed place keeps its row, so that the next ride from there doesn't add it again.
create table private_places (
  id uuid primary key,
  user_id text not null references users (id) on delete cascade,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  center_latitude double precision not null,
  center_longitude double precision not null,
  radius_meters double precision not null check (radius_meters between 400 and 700),
  extra_meters double precision not null check (extra_meters between 0 and 150),
  added_by_rider boolean not null,
  created_at timestamptz not null,
  removed_at timestamptz
);
create index private_places_user on private_places (user_id);

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
  outcome text not null check (outcome in ('too_few', 'same_labels', 'no_order', 'no_better', 'dismissed',
    'proposed')),
  -- labels that could be used, and the videos that they are from
  labels integer not null,
  videos integer not null,
  version integer references score_weights (version)
);
