-- Samples of views lie in a partition for each UTC month, so that a month that is over goes as a whole instead of row by
-- row. What there is becomes the first partition as it lies: up to the end of this month, or of the newest sample's.
alter table view_samples rename to view_samples_first;
alter table view_samples_first rename constraint view_samples_pkey to view_samples_first_pkey;
alter index view_samples_old rename to view_samples_first_old;
create table view_samples (like view_samples_first including constraints) partition by range (sampled_at);
alter table view_samples
  add primary key (counter_id, sampled_at),
  add foreign key (counter_id) references view_counters (id) on delete cascade;
create index view_samples_old on view_samples (sampled_at);
-- Takes what no other partition does: no count is refused because a month is missing.
create table view_samples_default partition of view_samples default;
do $$
declare
  ends timestamp := date_trunc('month', greatest(now(), (select max(sampled_at) from view_samples_first)) at time zone 'utc')
    + interval '1 month';
begin
  execute format('alter table view_samples_first rename to view_samples_until_%s', to_char(ends, 'YYYY_MM'));
  execute format('alter table view_samples attach partition view_samples_until_%s for values from (minvalue) to (%L)',
    to_char(ends, 'YYYY_MM'), ends at time zone 'utc');
end $$;

-- Where the kept samples of a counter begin: the newest of those that were deleted for their age, at most one a counter.
create table folded_samples (
  counter_id bigint primary key references view_counters (id) on delete cascade,
  sampled_at timestamptz not null,
  views bigint not null check (views >= 0),
  rate_micros integer not null check (rate_micros >= 0),
  viral_score integer check (viral_score between 0 and 10000),
  viral_multiplier integer check (viral_multiplier >= 0),
  plan_multiplier integer not null check (plan_multiplier >= 10),
  creator_percent integer not null check (creator_percent between 0 and 100),
  check ((viral_score is null) = (viral_multiplier is null))
);

-- Posts older than a week are counted again after this share of their age, if that is more than a day: 0 as long as the
-- platform's quota suffices.
alter table platform_channels add column sample_pace real not null default 0 check (sample_pace between 0 and 1);

-- Lists of publications in their order, however many there are.
create index publications_newest on publications (created_at desc);
create index publications_by_state_newest on publications (state, created_at desc);
create index publications_by_platform_newest on publications (platform, created_at desc);
create index publications_past on publications (platform, published_at desc) where state = 'published';
create index publications_measured on publications (kind, sampled_at desc, published_at desc)
  where state = 'published' and sampled_at is not null;
create index publications_first on publications (channel_id, platform, coalesce(published_at, created_at))
  where post_id is not null;
-- Days are written one after another, so a few bytes for each part of the table tell which days lie there.
create index publication_days_by_day on publication_days using brin (day);
create index publications_planned on publications (scheduled_for) where state <> 'cancelled';

-- Every count changes these rows in columns without an index: with room on its page, a row's new version needs no new entry
-- in any index.
alter table videos set (fillfactor = 85);
alter table view_counters set (fillfactor = 80);
alter table earnings_by_video set (fillfactor = 80);
alter table earnings_by_user set (fillfactor = 80);

-- How many publications there are, by state and platform.
create function tally_publications() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into tallies select 'publications.' || state || '.' || platform, count(*) from added group by state, platform;
  elsif tg_op = 'DELETE' then
    insert into tallies select 'publications.' || state || '.' || platform, -count(*) from gone group by state, platform;
  else
    insert into tallies
      select 'publications.' || state || '.' || platform, sum(one) from (
        select state, platform, 1 as one from added
        union all
        select state, platform, -1 from gone
      ) changes group by state, platform having sum(one) <> 0;
  end if;
  return null;
end $$;
create trigger tally_added_publications after insert on publications referencing new table as added
  for each statement execute function tally_publications();
create trigger tally_gone_publications after delete on publications referencing old table as gone
  for each statement execute function tally_publications();
create trigger tally_changed_publications after update on publications
  referencing old table as gone new table as added for each statement execute function tally_publications();
insert into tallies select 'publications.' || state || '.' || platform, count(*) from publications group by state, platform;

-- What all posts of a platform gained on a day. Each statement adds its own rows, so that transactions don't wait for each
-- other; a task merges them.
create table platform_days (
  day date not null,
  platform text not null,
  views bigint not null,
  likes bigint not null,
  comments bigint not null,
  shares bigint not null
);
create index platform_days_of on platform_days (day, platform);
create function publication_days_by_platform() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into platform_days
      select a.day, p.platform, sum(a.views), sum(a.likes), sum(a.comments), sum(a.shares)
      from added a join publications p on p.id = a.publication_id group by 1, 2;
  else
    insert into platform_days
      select a.day, p.platform, sum(a.views - g.views), sum(a.likes - g.likes), sum(a.comments - g.comments),
        sum(a.shares - g.shares)
      from added a join gone g on g.publication_id = a.publication_id and g.day = a.day
      join publications p on p.id = a.publication_id
      where (a.views, a.likes, a.comments, a.shares) <> (g.views, g.likes, g.comments, g.shares) group by 1, 2;
  end if;
  return null;
end $$;
create trigger publication_days_added after insert on publication_days referencing new table as added
  for each statement execute function publication_days_by_platform();
create trigger publication_days_changed after update on publication_days
  referencing old table as gone new table as added
  for each statement execute function publication_days_by_platform();
insert into platform_days
  select d.day, p.platform, sum(d.views), sum(d.likes), sum(d.comments), sum(d.shares)
  from publication_days d join publications p on p.id = d.publication_id group by 1, 2;
