-- CPU seconds that processing of an account's videos has taken, by day (UTC).
create table processing_usage (
  user_id text not null references users (id) on delete cascade,
  day date not null,
  cpu_seconds double precision not null check (cpu_seconds >= 0),
  primary key (user_id, day)
);
