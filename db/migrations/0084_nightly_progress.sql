-- How far a nightly run has come, so that one that was killed goes on where it was.
create table nightly_progress (
  task text not null,
  -- the day in UTC that the run is for
  round date not null,
  step text not null,
  -- the last object of the step that was worked on; null: none yet
  cursor text,
  pages int not null default 0,
  objects int not null default 0,
  -- that differed from what we had, and were brought to what Stripe says
  differed int not null default 0,
  started_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  primary key (task, round)
);
-- What failed about one object; tried again by itself, less and less often.
create table nightly_failures (
  task text not null,
  object_id text not null,
  attempts int not null default 1,
  next_at timestamptz not null,
  error text not null,
  primary key (task, object_id)
);
create index nightly_failures_due on nightly_failures (task, next_at);
-- When a subscription was last seen in Stripe's list.
alter table subscriptions add column compared_at timestamptz;
