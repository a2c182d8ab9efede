-- What a person does not want to be told, by type and channel. A missing row means yes.
create table notification_preferences (
  user_id text not null references users (id) on delete cascade,
  type text not null,
  channel text not null check (channel in ('app', 'mail')),
  wanted boolean not null,
  primary key (user_id, type, channel)
);
create index notifications_unread on notifications (user_id) where not is_read;

-- Size and a digest of some pieces of the file, so that the same file is known again before it is sent.
alter table videos add column fingerprint text;
create index videos_by_fingerprint on videos (user_id, fingerprint) where fingerprint is not null;
