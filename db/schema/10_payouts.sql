-- When riders are paid and where the money goes.
create table payout_settings (
  user_id text primary key references users (id) on delete cascade,
  -- null: the standard
  threshold_cents integer check (threshold_cents > 0),
  frequency text check (frequency in ('weekly', 'monthly', 'quarterly')),
  updated_at timestamptz not null default now()
);

create table payout_destinations (
  user_id text primary key references users (id),
  provider text not null check (provider in ('stripe')),
  account_id text not null unique,
  ready boolean not null default false,
  -- what the provider still asks for, in its own words
  requirements jsonb not null default '[]',
  updated_at timestamptz not null default now()
);

-- Where a rider's bank account is. Stripe pays to some countries only; riders elsewhere are paid by hand.
create table payee_countries (
  user_id text primary key references users (id),
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- Stripe refused an account for this country, whatever our list says
  refused boolean not null default false,
  updated_at timestamptz not null default now()
);

-- What Stripe says about a payee that tax forms need: never a number itself, only whether there is one.
create table payee_tax_facts (
  user_id text primary key references users (id),
  account_id text,
  -- how a tax form names the payee, as Stripe has it: kept after the account is deleted, for as long as the law asks
  legal_name text,
  legal_address text,
  -- two letters, as Stripe's account has it
  country text,
  entity_type text,
  tin text not null check (tin in ('provided', 'last_digits', 'missing')),
  looked_up_at timestamptz not null
);

-- Payouts. Amounts are millionths of a dollar, always whole cents.
create table payouts (
  id uuid primary key,
  user_id text not null references users (id),
  amount bigint not null check (amount > 0 and amount % 10000 = 0),
  fee bigint not null check (fee >= 0 and fee % 10000 = 0),
  net bigint generated always as (amount - fee) stored check (amount - fee > 0),
  method text not null check (method in ('stripe', 'manual')),
  destination text,
  status text not null check (status in ('pending', 'processing', 'unknown', 'completed', 'failed')),
  approval text not null check (approval in ('not_needed', 'needed', 'approved', 'held')),
  approved_by text,
  hold_reason jsonb,
  -- it stays pending while it waits for money on the platform's balance
  awaiting_funds_since timestamptz,
  -- it stays pending until then: a limit stopped it
  limited_until timestamptz,
  -- 'size': it is larger than the limit itself
  limited_by text check (limited_by in ('day', 'rider', 'size')),
  -- 'request' or the period of the schedule, '2026-W47': a period pays once
  origin text not null,
  -- whether it was the rider's first and staff approve it for that, by the setting of its time
  first boolean not null default false,
  -- sends under a key of their own; the next one only after the look-up of the last found nothing
  attempt integer not null default 1,
  sent_at timestamptz,
  provider_reference text unique,
  failure_code text,
  failure_message jsonb,
  failure_actor text check (failure_actor in ('creator', 'staff', 'platform')),
  -- what came back after it was sent
  returned_cents bigint not null default 0 check (returned_cents >= 0),
  -- why the payee's bank refused it later: a sentence, {"id", "values"}
  bank_problem jsonb,
  bank_problem_at timestamptz,
  -- the payout from the payee's Stripe account to their bank that contained this one, and the day it arrives there
  bank_payout_id text,
  bank_arrives_on text check (bank_arrives_on ~ '^\d{4}-\d\d-\d\d$'),
  created_at timestamptz not null,
  completed_at timestamptz,
  updated_at timestamptz not null default now(),
  check ((status = 'completed') = (completed_at is not null)),
  check ((status = 'failed') = (failure_code is not null)),
  constraint payouts_limited check ((limited_until is null) = (limited_by is null))
);
create unique index payouts_one_going on payouts (user_id) where status in ('pending', 'processing', 'unknown');
create unique index payouts_once_a_period on payouts (user_id, origin) where origin <> 'request' and status <> 'failed';
create index payouts_of_user on payouts (user_id, created_at desc, id desc);
create index payouts_newest on payouts (created_at desc, id desc);
create index payouts_unfinished on payouts (updated_at) where status in ('pending', 'processing', 'unknown');
-- The rows of a year, and filters by day.
create index payouts_completed on payouts (completed_at) where status = 'completed';
create index payouts_sent on payouts (sent_at) include (user_id, net) where method = 'stripe' and sent_at is not null;

-- Scheduled payouts that have been worked through: each period once, for everybody with that frequency.
create table payout_runs (
  frequency text not null,
  period text not null,
  -- what the run had to send, of what was requested by then
  needed_cents bigint,
  finished_at timestamptz not null,
  primary key (frequency, period)
);

-- How much the server sends in a UTC day, to everyone and to one rider. null: no limit. The row always exists: without
-- it nothing is sent.
create table payout_limits (
  one boolean primary key default true check (one),
  day_cents bigint check (day_cents > 0),
  rider_day_cents bigint check (rider_day_cents > 0),
  updated_at timestamptz not null default now()
);
insert into payout_limits default values;

-- Why no payouts may be sent at all: Stripe refused the platform's own key. One row at most.
create table payout_stops (
  one boolean primary key default true check (one),
  reason text not null,
  stopped_at timestamptz not null
);
