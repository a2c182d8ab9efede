-- How often in a row a platform has asked for a pause with no upload starting in between: each is twice as long.
alter table channel_pauses add column repeats integer not null default 0 check (repeats >= 0);
alter table publishing_lanes add column repeats integer not null default 0 check (repeats >= 0);
