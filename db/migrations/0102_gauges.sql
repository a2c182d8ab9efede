-- What gauges show of a ride, minute by minute and as fine as they are drawn, so that a clip reads only its minutes:
-- only the newest completed run of a video keeps it. {"speed": {"hz": 20, "values": [1.2, null, …]}, …}
create table ride_minutes (
  run_id uuid not null references analysis_runs (id) on delete cascade,
  minute integer not null check (minute >= 0),
  samples jsonb not null,
  primary key (run_id, minute)
);

-- Which gauges are burned into a clip: {"theme": "trail", "units": "metric"}; null: none.
alter table clips add column gauges jsonb;
