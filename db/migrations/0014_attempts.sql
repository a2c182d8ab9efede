-- How often something was tried lately, by a digest of the address or network that it was tried for or from.
create table attempts (
  key text primary key,
  count integer not null,
  last_at timestamptz not null
);
create index attempts_old on attempts (last_at);
