-- Reels of a Facebook Page.
insert into channel_kinds (kind) values ('facebook');
insert into platforms (platform, kind) values ('facebook', 'facebook');
insert into publishing_lanes (kind) values ('facebook');
