-- The units of generated titles, descriptions and tags in a channel's posts.
alter table platform_channels
  add column units text not null default 'metric' check (units in ('metric', 'imperial'));
-- The texts of a run again, with miles and feet; null where they have no speeds or heights, and for earlier runs.
alter table analysis_runs add column imperial_texts jsonb;
