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
-- Names what was added and how it was laid: an analysis of an earlier edition is followed by another.
alter table videos add column telemetry_edition uuid;
