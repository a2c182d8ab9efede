-- Who is emailed when a rider publishes: addresses, of people with or without an account.
create table rider_follows (
  id uuid primary key,
  rider_id text not null references users (id) on delete cascade,
  -- lower case
  address text not null,
  -- how the person reads, as their browser said
  language text not null,
  units text not null,
  -- when the link to confirm was last asked for
  asked_at timestamptz not null,
  -- null: the owner of the address hasn't agreed, and gets nothing but that link
  confirmed_at timestamptz,
  -- the last mail about rides: later ones are news
  mailed_at timestamptz,
  unique (rider_id, address)
);
create index rider_follows_of_address on rider_follows (address);
create index rider_follows_unconfirmed on rider_follows (asked_at) where confirmed_at is null;
-- What was published lately, for those who follow.
create index videos_by_publication on videos (published_at) where status = 'published';

-- A mail goes to an account or to a follower.
alter table mails alter column user_id drop not null;
alter table mails add column follow_id uuid references rider_follows (id) on delete cascade;
alter table mails add constraint mails_to_one check (num_nonnulls(user_id, follow_id) = 1);
create index mails_of_follow on mails (follow_id) where follow_id is not null;
