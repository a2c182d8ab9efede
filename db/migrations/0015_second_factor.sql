-- Time-based one-time passwords (RFC 6238). The secret is encrypted with a key that is not in the database.
create table second_factors (
  user_id text primary key references users (id) on delete cascade,
  secret text not null,
  -- null: set up, but no code was shown yet
  confirmed_at timestamptz,
  -- the time step of the last code taken: none is taken twice
  last_step bigint not null default 0
);
create table recovery_codes (
  user_id text not null references users (id) on delete cascade,
  digest text not null,
  primary key (user_id, digest)
);
-- when this session showed its second factor
alter table sessions add column second_factor_at timestamptz;
-- whether a confirmed one is there, beside what every request looks up anyway
alter table users add column second_factor boolean not null default false;
