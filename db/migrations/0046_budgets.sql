-- What somebody has used of something costly since a time; forgotten when its window is over.
create table budgets (
  name text not null,
  -- a user's id, or the digest of a network
  whom text not null,
  used integer not null check (used >= 0),
  began_at timestamptz not null,
  primary key (name, whom)
);
create index budgets_by_age on budgets (began_at);
