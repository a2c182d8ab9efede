-- Where a rider's bank account is. Stripe pays to some countries only; riders elsewhere are paid by hand.
create table payee_countries (
  user_id text primary key references users (id),
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- Stripe refused an account for this country, whatever our list says
  refused boolean not null default false,
  updated_at timestamptz not null default now()
);
-- Until now every account was made for the United States.
insert into payee_countries (user_id, country) select user_id, 'US' from payout_destinations;
