-- How a post's views are counted for earnings, chosen once: what the platform shows, or what it pays for itself. A
-- post that changes over is counted the new way from a day on, after everything that was counted before.
alter table publications add column counter text not null default 'public_views'
  check (counter in ('public_views', 'engaged_views'));
-- the platform's own days; null while it is counted by what the platform shows
alter table publications add column own_from text check (own_from ~ '^\d{4}-\d\d-\d\d$');
-- views from own_from through own_through
alter table publications add column own_views bigint check (own_views >= 0);
alter table publications add column own_through text check (own_through ~ '^\d{4}-\d\d-\d\d$');
-- since which day fewer were said: only a second day confirms it
alter table publications add column own_fell text check (own_fell ~ '^\d{4}-\d\d-\d\d$');
alter table publications add check ((counter = 'public_views') = (own_from is null));
