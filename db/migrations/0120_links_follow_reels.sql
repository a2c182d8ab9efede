-- The rendering that a reel's share link plays until the newest one is ready, and then no more.
alter table reels add column shared_clip uuid references clips (id) on delete set null;
create index reels_of_shared_clip on reels (shared_clip) where shared_clip is not null;
