-- A long video's ladder is encoded in ranges, each by a job of its own. A row goes with the ladder's largest rendition:
-- when that is replaced, given up or deleted, its ranges end.
create table ladder_ranges (
  rendition_id uuid not null references renditions (id) on delete cascade,
  first_segment integer not null check (first_segment >= 0),
  -- how many segments; null: up to the end of the video
  segments integer check (segments > 0),
  -- 100: all of its segments are stored
  percent integer not null default 0 check (percent between 0 and 100),
  primary key (rendition_id, first_segment)
);
