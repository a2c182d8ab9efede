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
