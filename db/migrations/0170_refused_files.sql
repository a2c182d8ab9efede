-- A refused file is kept until then, so that its rider can object: 'Try anyway' decodes what there is of it.
alter table videos add column kept_until timestamptz, add column try_anyway boolean not null default false;
create index videos_kept_until on videos (kept_until) where kept_until is not null;
