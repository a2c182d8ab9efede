-- A post that was made private, blocked in countries or removed at the platform stops earning: since when, and the
-- views that came meanwhile, which are never paid.
alter table publications add column unshown text check (unshown in ('private', 'blocked', 'gone'));
alter table publications add column unshown_since timestamptz;
alter table publications add column unpaid_views bigint not null default 0 check (unpaid_views >= 0);
alter table publications add check ((unshown is null) = (unshown_since is null));
