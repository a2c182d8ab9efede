-- Views as the platforms count them, cumulative. A counter is one post's, counted in one way, so that what a post was
-- seen to have keeps its own time and terms.
create table view_counters (
  id bigint generated always as identity primary key,
  video_id uuid not null,
  platform text not null,
  user_id text not null references users (id),
  post_id uuid not null,
  counter text not null check (counter in ('public_views', 'engaged_views')),
  -- when the first view could have come
  since timestamptz not null,
  -- of the newest sample
  views bigint not null check (views >= 0),
  sampled_at timestamptz not null,
  -- counts the entries made for this counter, so that each has a name of its own
  revision integer not null default 0,
  unique (video_id, platform, post_id, counter)
);
create index view_counters_of_user on view_counters (user_id);

-- What a counter said when, with the price and the plan that were in force then. The oldest one is where the rest
-- begins: none is deleted before a later one is as old.
create table view_samples (
  counter_id bigint not null references view_counters (id) on delete cascade,
  sampled_at timestamptz not null,
  views bigint not null check (views >= 0),
  rate_micros integer not null check (rate_micros >= 0),
  -- in ten-thousandths; null: the video has no price yet
  viral_score integer check (viral_score between 0 and 10000),
  viral_multiplier integer check (viral_multiplier >= 0),
  -- of the creator's plan at that time: tenths, and the creator's percentage
  plan_multiplier integer not null check (plan_multiplier >= 10),
  creator_percent integer not null check (creator_percent between 0 and 100),
  primary key (counter_id, sampled_at),
  check ((viral_score is null) = (viral_multiplier is null))
);
create index view_samples_old on view_samples (sampled_at);

-- Views that were counted and are not posted yet, on the terms of the time they were first seen.
create table waiting_views (
  counter_id bigint not null references view_counters (id) on delete cascade,
  from_views bigint not null check (from_views >= 0),
  to_views bigint not null check (to_views > from_views),
  sampled_at timestamptz not null,
  rate_micros integer not null,
  viral_score integer,
  viral_multiplier integer,
  plan_multiplier integer not null,
  creator_percent integer not null,
  -- the count before it, and the plan then: the lower of the two plans counts
  before_at timestamptz not null,
  before_multiplier integer not null,
  before_percent integer not null,
  primary key (counter_id, from_views)
);
create index waiting_views_in_order on waiting_views (sampled_at, counter_id, from_views);
-- Views that have a price and still wait, oldest first: those beyond the budget.
create index waiting_views_priced on waiting_views (sampled_at, counter_id, from_views) where viral_score is not null;

-- What reports read. Days are UTC. Derived from the entries by their trigger and proved by the ledger's check.
create table earnings_by_day (
  user_id text not null references users (id),
  day date not null,
  views bigint not null default 0,
  premium_views bigint not null default 0,
  view_micros bigint not null default 0,
  premium_micros bigint not null default 0,
  payout_micros bigint not null default 0,
  primary key (user_id, day)
);

create table earnings_by_video (
  video_id uuid primary key,
  user_id text not null references users (id),
  views bigint not null,
  micros bigint not null
);
create index earnings_by_video_of_user on earnings_by_video (user_id);

create table earnings_by_user (
  user_id text primary key references users (id),
  views bigint not null,
  earned_micros bigint not null
);

-- What views cost and gave riders, by the UTC month of their entries. Each statement adds its own rows, so that transactions
-- don't wait for each other; a task merges them.
create table views_by_month (
  month date not null,
  platform text not null,
  views bigint not null,
  gross_micros bigint not null,
  creator_micros bigint not null
);
create index views_by_month_of on views_by_month (month, platform);

-- Milestones of earnings that a rider has been congratulated on.
create table earnings_milestones (
  user_id text not null references users (id) on delete cascade,
  -- dollars
  milestone integer not null,
  reached_at timestamptz not null,
  primary key (user_id, milestone)
);

-- What riders' shares of new views may add up to in a UTC month. null: no budget. The row always exists: without it no
-- views are posted.
create table payout_budget (
  one boolean primary key default true check (one),
  cents bigint check (cents > 0),
  updated_at timestamptz not null default now()
);
insert into payout_budget default values;

-- Every change, for the ledger check: what had been posted in its month by then.
create table payout_budget_changes (
  id bigint generated always as identity primary key,
  changed_at timestamptz not null,
  cents bigint,
  spent_micros bigint not null
);

-- Riders who got a notification that a month's budget is nearly used up.
create table payout_budget_notices (
  month date not null,
  user_id text not null references users (id) on delete cascade,
  primary key (month, user_id)
);

-- What platforms paid for a month: reported for the posts of one of our channels, or typed by an admin for a platform
-- as a whole. A typed figure counts instead of the reported ones.
create table platform_income (
  month date not null check (extract(day from month) = 1),
  platform text not null references platforms (platform),
  -- null: typed
  channel_id uuid references platform_channels (id),
  source text not null check (source in ('analytics', 'typed')),
  -- null: the platform had no figure, which is not 0
  micros bigint,
  -- the platform's newest complete day when it was asked; the figure covers the month up to it
  through date,
  typed_by text references users (id),
  updated_at timestamptz not null,
  unique nulls not distinct (month, platform, channel_id),
  check (source = 'analytics' and channel_id is not null and through is not null and typed_by is null or source =
    'typed' and channel_id is null and through is null and typed_by is not null and micros >= 0)
);
