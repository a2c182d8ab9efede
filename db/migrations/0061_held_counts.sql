-- Counts of a post that are not plausible: they are neither shown nor paid until they are confirmed, decided or passed.
create table held_counts (
  id uuid primary key default gen_random_uuid(),
  publication_id uuid not null references publications (id) on delete cascade,
  reason text not null check (reason in ('drop', 'jump', 'ratio')),
  state text not null default 'held' check (state in ('held', 'accepted', 'dismissed', 'passed')),
  -- what stands, and since when; null: never counted
  accepted_views bigint not null check (accepted_views >= 0),
  accepted_likes bigint not null check (accepted_likes >= 0),
  accepted_comments bigint not null check (accepted_comments >= 0),
  accepted_shares bigint not null check (accepted_shares >= 0),
  accepted_at timestamptz,
  -- what the platform said last; null: it did not say
  reported_views bigint not null check (reported_views >= 0),
  reported_likes bigint check (reported_likes >= 0),
  reported_comments bigint check (reported_comments >= 0),
  reported_shares bigint check (reported_shares >= 0),
  -- the most views it said since it is held: a drop is confirmed only down to there
  most_views bigint not null check (most_views >= reported_views),
  first_seen timestamptz not null,
  last_seen timestamptz not null check (last_seen >= first_seen),
  times_seen integer not null default 1 check (times_seen >= 1),
  -- who and when; null and a time: by itself
  decided_by text,
  decided_at timestamptz,
  check ((state = 'held') = (decided_at is null))
);
create unique index held_counts_one on held_counts (publication_id) where state = 'held';
create index held_counts_of on held_counts (publication_id, first_seen);
create index held_counts_listed on held_counts (state, last_seen);
