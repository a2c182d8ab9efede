-- How long a post is watched on average, as its platform says; null where it doesn't say. Nothing is paid by it.
alter table publications add column watched_seconds real;
