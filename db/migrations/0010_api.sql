-- Personal access tokens for the API. Revoking one deletes its row.
create table access_tokens (
  id uuid primary key,
  user_id text not null references users (id) on delete cascade,
  name text not null,
  -- SHA-256 of the token in hex: the token itself is shown once and never stored
  digest text not null unique,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz
);
create index access_tokens_of_user on access_tokens (user_id);
