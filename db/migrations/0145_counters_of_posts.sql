-- A counter is one post's, counted in one way, so that what a post was seen to have keeps its own time and terms.
alter table view_counters add column id bigint generated always as identity;
alter table view_counters add column post_id uuid;
alter table view_counters add column counter text not null default 'public_views'
  check (counter in ('public_views', 'engaged_views'));
alter table view_counters alter column counter drop default;
-- when the first view could have come
alter table view_counters add column since timestamptz;
update view_counters c set since = sampled_at, post_id = coalesce(
  (select p.id from publications p where p.video_id = c.video_id and p.platform = c.platform
    order by p.created_at limit 1), c.video_id);
alter table view_counters alter column post_id set not null, alter column since set not null;
alter table view_counters drop constraint view_counters_pkey;
alter table view_counters add primary key (id);
alter table view_counters add unique (video_id, platform, post_id, counter);
create index view_counters_of_user on view_counters (user_id);

drop table view_samples;
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
insert into view_samples (counter_id, sampled_at, views, rate_micros, viral_score, viral_multiplier, plan_multiplier,
    creator_percent)
  select id, sampled_at, views, 50000, 0, 10000, 10, 70 from view_counters;

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

-- What a platform said of a post while its counts were on hold, and when it said so first.
create table held_sightings (
  publication_id uuid not null references publications (id) on delete cascade,
  seen_at timestamptz not null,
  views bigint not null check (views >= 0),
  primary key (publication_id, seen_at)
);
