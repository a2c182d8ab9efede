-- What the newest analysis of a video measured, as its own rider sees it: rides of one day are shown as one ride. SI units,
-- null where nothing measured it.
create table ride_figures (
  video_id uuid primary key references videos (id) on delete cascade,
  -- the video's owner
  user_id text not null references users (id) on delete cascade,
  -- the day on which it was filmed, else uploaded, in the rider's time zone at that time
  day date not null,
  seconds double precision not null check (seconds >= 0),
  distance double precision,
  moving double precision,
  top_speed double precision,
  airtime double precision,
  climbed double precision
);
create index ride_figures_by_day on ride_figures (user_id, day desc);
