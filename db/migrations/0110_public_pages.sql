-- The page of a published video counts its viewers and is reported like a share link, so it has one row among them.
-- Its token is never given out, and it has no end: it is open while its video is published and not taken down.
alter table share_links add column page boolean not null default false;
alter table share_links add constraint share_links_page_is_whole check (not page or clip_id is null);
drop index share_links_on;
create unique index share_links_on on share_links (video_id, clip_id) nulls not distinct where ended_at is null and not page;
create unique index share_links_page on share_links (video_id) where page;

-- Where rides went is the riders' own: their public pages show no map unless they turn it on.
alter table users add column show_map boolean not null default false;
