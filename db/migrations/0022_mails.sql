-- Mails on their way: written in the transaction of what they tell of, rendered and sent afterwards.
create table mails (
  id uuid primary key,
  -- the event that it tells of: one mail per event
  event_key text not null unique,
  user_id text not null references users (id) on delete cascade,
  template text not null,
  -- the facts in it
  data jsonb not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'sending', 'sent', 'failed', 'skipped', 'cancelled')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  claimed_at timestamptz,
  -- why it was skipped, or what the mail server said last
  last_error text,
  sent_at timestamptz,
  created_at timestamptz not null
);
create index mails_due on mails (next_attempt_at) where state = 'waiting';
create index mails_claimed on mails (claimed_at) where state = 'sending';
create index mails_of_user on mails (user_id, created_at desc);

-- Addresses that a mail server refused for good (5xx to RCPT TO): nothing is sent there until then.
create table refused_addresses (
  address text primary key,
  reason text not null,
  until timestamptz not null
);
