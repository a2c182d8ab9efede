-- What people are told in the app.
create table notifications (
  id uuid primary key,
  user_id text not null references users (id) on delete cascade,
  type text not null,
  -- sentences, {"id", "values"}, which are put into the reader's words when they are read
  title jsonb not null,
  message jsonb not null,
  link text,
  -- the video that it is about, whoever gets it. No foreign key: it is written under other locks than the ones that
  -- deleting a video takes; what is written at that very moment is found by the privacy sweep.
  video_id uuid,
  -- the event behind it: one notification per event
  event_key text not null unique,
  is_read boolean not null default false,
  created_at timestamptz not null default now()
);
create index notifications_of_user on notifications (user_id, created_at desc);
create index notifications_unread on notifications (user_id) where not is_read;
create index notifications_of_video on notifications (video_id) where video_id is not null;

-- Which notifications a person doesn't want, by type and channel. A missing row means yes.
create table notification_preferences (
  user_id text not null references users (id) on delete cascade,
  type text not null,
  channel text not null check (channel in ('app', 'mail')),
  wanted boolean not null,
  primary key (user_id, type, channel)
);

-- Emails on their way: written in the transaction of the event behind them, rendered and sent afterwards.
create table mails (
  id uuid primary key,
  -- the event behind it: one mail per event
  event_key text not null unique,
  user_id text not null references users (id) on delete cascade,
  template text not null,
  -- the facts in it
  data jsonb not null,
  -- as in notifications
  video_id uuid,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'skipped',
    'cancelled')),
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
create index mails_of_video on mails (video_id) where video_id is not null;

-- Addresses that a mail server refused for good (5xx to RCPT TO): nothing is sent there until then.
create table refused_addresses (
  address text primary key,
  reason text not null,
  until timestamptz not null
);
