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

-- Addresses of riders that are told of events.
create table webhooks (
  id uuid primary key,
  user_id text not null references users (id) on delete cascade,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  -- signs its deliveries; encrypted
  secret text not null,
  created_at timestamptz not null,
  -- the first failure since the last delivery that arrived
  failing_since timestamptz,
  -- switched off, because deliveries had failed for days
  disabled_at timestamptz
);
create index webhooks_of_user on webhooks (user_id);

-- One event on its way to one address. Its id is the message's `webhook-id`.
create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks (id) on delete cascade,
  -- the same event is sent once
  event_key text not null,
  type text not null,
  -- the event's facts, as sent
  data jsonb not null,
  created_at timestamptz not null default now(),
  state text not null default 'waiting',
  attempts integer not null default 0,
  -- null unless it waits
  next_at timestamptz default now(),
  last_at timestamptz,
  last_status integer,
  last_problem text,
  last_ms integer,
  unique (webhook_id, event_key),
  check ((state = 'waiting') = (next_at is not null))
);
create index webhook_deliveries_due on webhook_deliveries (next_at) where next_at is not null;
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, created_at desc);
create index webhook_deliveries_by_age on webhook_deliveries (created_at);
