-- What a change of plan costs, as this server told the person: used once, before it expires.
create table plan_quotes (
  id uuid primary key,
  user_id text not null references users (id),
  subscription_id text not null,
  from_price_id text not null,
  to_price_id text not null,
  -- what the card is charged
  due_cents bigint not null check (due_cents >= 0),
  -- below zero: credited on later invoices
  total_cents bigint not null,
  -- the second for which Stripe calculated it
  proration_date timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index plan_quotes_of_user on plan_quotes (user_id, created_at desc);
