-- People, how they sign in, and their sessions. Times are timestamptz.
create table users (
  id text primary key,
  -- always lower case: one address is one person
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  -- when the owner of the address first proved it; what is older was made by whoever typed the address
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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (email_verified = (email_verified_at is not null))
);

create table sessions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  token text not null unique,
  -- moves on with use (idle expiry); the absolute one counts from created_at
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_of_user on sessions (user_id);
create index sessions_expired on sessions (expires_at);

-- A person's account at an identity provider, known by the provider's own subject and never by e-mail.
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
