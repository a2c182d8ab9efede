-- Which platforms there are, and whose account each posts with. The migration that comes with a platform's code adds
-- its rows here and its lane; the lists of names in checks are gone.
create table channel_kinds (
  kind text primary key
);
insert into channel_kinds (kind) values ('youtube'), ('tiktok');

create table platforms (
  platform text primary key,
  kind text not null references channel_kinds (kind),
  -- for the reference below: a publication's kind is its platform's
  unique (platform, kind)
);
insert into platforms (platform, kind) values
  ('youtube', 'youtube'),
  ('youtube_shorts', 'youtube'),
  ('tiktok', 'tiktok');

alter table publishing_lanes
  drop constraint publishing_lanes_kind_check,
  add foreign key (kind) references channel_kinds (kind);
alter table platform_channels
  drop constraint platform_channels_kind_check,
  add foreign key (kind) references channel_kinds (kind);
alter table publications
  drop constraint publications_platform_check,
  drop constraint publications_kind_check,
  add foreign key (platform, kind) references platforms (platform, kind);
