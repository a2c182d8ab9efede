-- Views as the platforms count them: cumulative counters, sampled. Times are timestamptz.
create table view_counters (
  video_id uuid not null,
  platform text not null,
  user_id text not null references users (id),
  -- of the newest sample
  views bigint not null check (views >= 0),
  sampled_at timestamptz not null,
  -- counts the entries made for this counter, so that each has a name of its own
  revision integer not null default 0,
  primary key (video_id, platform)
);
-- What a counter said when, with the price that views had then. Kept as long as a sample may still come late.
create table view_samples (
  video_id uuid not null,
  platform text not null,
  sampled_at timestamptz not null,
  views bigint not null check (views >= 0),
  -- in ten-thousandths, 0 to 10000
  viral_score integer not null check (viral_score between 0 and 10000),
  -- of the creator's plan at that time, in tenths: 10, 15, 20
  plan_multiplier integer not null check (plan_multiplier >= 10),
  primary key (video_id, platform, sampled_at)
);
create index view_samples_old on view_samples (sampled_at);

create table earnings_milestones (
  user_id text not null references users (id) on delete cascade,
  -- dollars
  milestone integer not null,
  reached_at timestamptz not null,
  primary key (user_id, milestone)
);
