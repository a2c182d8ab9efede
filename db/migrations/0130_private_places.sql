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

-- Whether the gauges in a clip show what the rider chose for their own clip, or what others may see.
alter table clips add column gauges_by_rider boolean not null default false;

-- When a ride was near its ends is now found when it is read.
update analysis_runs set result = result - 'homeZone' where result ? 'homeZone';
update analysis_runs set ride = ride - 'homeZone' where ride ? 'homeZone';
