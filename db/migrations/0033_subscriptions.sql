-- What Stripe says about plans, copied whole whenever it changes. Entitlement follows from these rows only.
create table billing_customers (
  user_id text primary key references users (id),
  customer_id text not null unique
);
create table subscriptions (
  id text primary key,
  user_id text not null references users (id),
  status text not null,
  tier text not null check (tier in ('premium', 'pro')),
  price_id text not null,
  cancel_at_period_end boolean not null default false,
  current_period_end timestamptz,
  -- since when a renewal has been failing
  past_due_since timestamptz,
  started_at timestamptz not null,
  ended_at timestamptz,
  updated_at timestamptz not null default now()
);
create index subscriptions_of_user on subscriptions (user_id, started_at desc);
create unique index subscriptions_one_going on subscriptions (user_id)
  where status in ('trialing', 'active', 'past_due', 'unpaid', 'paused');
-- Which plan was in force from when: views are priced by the plan of their time.
create table plan_changes (
  user_id text not null references users (id),
  at timestamptz not null,
  tier text not null check (tier in ('free', 'premium', 'pro')),
  primary key (user_id, at)
);
create table billing_invoices (
  id text primary key,
  user_id text not null references users (id),
  subscription_id text,
  number text,
  status text not null,
  amount_cents bigint not null,
  refunded_cents bigint not null default 0,
  description text not null,
  url text,
  created_at timestamptz not null,
  paid_at timestamptz,
  updated_at timestamptz not null default now()
);
create index billing_invoices_of_user on billing_invoices (user_id, created_at desc);
create table billing_mails (
  event_key text primary key,
  sent_at timestamptz
);

-- Every event under its own id, before anything is done about it.
create table stripe_events (
  id text primary key,
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz
);
create index stripe_events_unprocessed on stripe_events (received_at) where processed_at is null;
