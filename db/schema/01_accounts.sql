-- People, how they sign in, and their sessions. In all of these files times are timestamptz.

-- for the searches of staff
create extension if not exists pg_trgm;

create table users (
  id text primary key,
  -- always lower case: one address is one person
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  -- when the owner of the address first proved it
  email_verified_at timestamptz,
  name text not null,
  first_name text,
  last_name text,
  image text,
  role text not null default 'user' check (role in ('user', 'moderator', 'admin')),
  biography text,
  riding_style text,
  experience_level text,
  location text,
  equipment jsonb not null default '[]' check (jsonb_typeof(equipment) = 'array'),
  social_links jsonb not null default '[]' check (jsonb_typeof(social_links) = 'array'),
  -- whether two-step verification is on: here because every request reads this row
  second_factor boolean not null default false,
  -- IANA name, from the browser
  time_zone text,
  -- how the person wants to read; null: as their browser asks
  language text check (language in ('en', 'es-MX')),
  units text check (units in ('metric', 'imperial')),
  -- whether others see nothing of the places in private_places
  hide_home_zone boolean not null default true,
  -- whether public pages show where the rides went
  show_map boolean not null default false,
  -- whether reviewers' verdicts on the rider's videos may improve the scores
  learn_from_reviews boolean not null default true,
  suspended_at timestamptz,
  -- shown to the person
  suspended_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A deleted account keeps its row under a pseudonym, its random id, for the rows that refer to it, such as entries of
  -- the ledger. Nothing in the row says whose it was.
  deleted_at timestamptz,
  check (email_verified = (email_verified_at is not null)),
  check (deleted_at is null or (email like '%@deleted.invalid' and role = 'user' and not email_verified)),
  check ((suspended_at is null) = (suspended_reason is null))
);
create index users_deleted on users (deleted_at) where deleted_at is not null;
create index users_newest on users (created_at desc, id desc) where deleted_at is null;
create index users_by_role on users (role, created_at desc, id desc);
create index users_suspended on users (created_at desc, id desc) where suspended_at is not null;
create index users_by_time_zone on users (time_zone) where deleted_at is null;
create index users_search on users using gin (
  (email || ' ' || lower(name) || ' ' || lower(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))) gin_trgm_ops);

-- Until an address is proved, anyone may have typed it: what the account has by then is put on hold, in the transaction
-- of the proof, whichever way it is proved.
create function hold_what_came_before_the_proof() returns trigger language plpgsql as $$
begin
  update videos set held = true, updated_at = now() where user_id = new.id;
  delete from notifications where user_id = new.id;
  return null;
end $$;
create trigger address_proved after update of email_verified on users
  for each row when (new.email_verified and not old.email_verified)
  execute function hold_what_came_before_the_proof();

create function tally_users() returns trigger language plpgsql as $$
declare
  more bigint := 0;
begin
  if tg_op <> 'DELETE' then more := (select count(*) from added where deleted_at is null); end if;
  if tg_op <> 'INSERT' then more := more - (select count(*) from gone where deleted_at is null); end if;
  if more <> 0 then insert into tallies values ('users', more); end if;
  return null;
end $$;
create trigger tally_added_users after insert on users referencing new table as added
  for each statement execute function tally_users();
create trigger tally_gone_users after delete on users referencing old table as gone
  for each statement execute function tally_users();
create trigger tally_changed_users after update on users referencing old table as gone new table as added
  for each statement execute function tally_users();

-- An identity token needs no row in sessions; what it may do changes with its person.
create function users_tell_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('trailcut_session_ends', new.id);
  return null;
end $$;
create trigger users_changed after update of role, suspended_at, deleted_at on users for each row
  when (old.role is distinct from new.role or old.suspended_at is distinct from new.suspended_at
    or old.deleted_at is distinct from new.deleted_at)
  execute function users_tell_change();

create table sessions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  token text not null unique,
  -- moves on with use (idle expiry); the absolute one counts from created_at
  expires_at timestamptz not null,
  -- when this session passed two-step verification
  second_factor_at timestamptz,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_of_user on sessions (user_id);
create index sessions_expired on sessions (expires_at);

-- Event streams end with the session that opened them, on every server.
create function sessions_tell_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('trailcut_session_ends', old.id);
  return null;
end $$;
create trigger sessions_ended after delete on sessions for each row execute function sessions_tell_end();

-- A person's account at an identity provider, known by the provider's own subject and never by email.
-- The token columns belong to the sign-in library's model; tokens are not kept, so they stay null.
create table identities (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  access_token text check (access_token is null),
  refresh_token text check (refresh_token is null),
  id_token text check (id_token is null),
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index identities_of_user on identities (user_id);

-- Which issuer a provider's name stands for. The settings may name another issuer under the same name, and its subjects
-- are other people.
create table identity_issuers (
  provider_id text primary key,
  issuer text not null
);

-- Short-lived proofs on their way: mailed links and OIDC states. Identifiers are hashed.
create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on verifications (identifier);
create index verifications_expired on verifications (expires_at);

-- Digests of credentials that signed somebody in once and must not do so again before they expire by themselves.
create table spent_proofs (
  digest text primary key,
  expires_at timestamptz not null
);
create index spent_proofs_expired on spent_proofs (expires_at);

-- Browsers that a person has signed in with, for the email about a new one. The mark in the cookie is
-- stored as a digest.
create table known_devices (
  user_id text not null references users (id) on delete cascade,
  device text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device)
);
create index known_devices_seen on known_devices (last_seen_at);

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

-- How often something was tried lately, by a digest of the address that it was tried for or the network it came from.
create table attempts (
  key text primary key,
  count integer not null,
  last_at timestamptz not null
);
create index attempts_old on attempts (last_at);

-- What somebody has used of something costly; forgotten when its window is over.
create table budgets (
  name text not null,
  -- a user's id, or the digest of a network
  whom text not null,
  used integer not null check (used >= 0),
  began_at timestamptz not null,
  primary key (name, whom)
);
create index budgets_by_age on budgets (began_at);

-- Addresses of suspended accounts as keyed hashes (HMAC-SHA-256), so that another account with the same address starts
-- suspended, even after the first one was deleted. Not readable without the server's secret.
create table suspended_addresses (
  digest text primary key,
  suspended_at timestamptz not null
);
