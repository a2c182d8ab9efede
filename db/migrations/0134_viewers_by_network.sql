-- Viewers are limited per network, so that one client can't use up a link's day for everyone else. Today's viewers
-- were saved without it; they are counted again.
delete from share_viewers;
alter table share_viewers add column network text not null;
create index share_viewers_of_network on share_viewers (link_id, day, network);
