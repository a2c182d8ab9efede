-- Browsers that a person has signed in with, so that a new one can be told of. The mark in the cookie is kept as a digest.
create table known_devices (
  user_id text not null references users (id) on delete cascade,
  device text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device)
);
create index known_devices_seen on known_devices (last_seen_at);

-- Whose identities stand under a provider's name. The settings may name another issuer under the same one, and its
-- subjects are other people. What is there already belongs to the issuer of the first start after this.
create table identity_issuers (
  provider_id text primary key,
  issuer text not null
);
