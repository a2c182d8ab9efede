-- Payouts and where they go. Amounts are millionths of a dollar, always whole cents.
create table payout_settings (
  user_id text primary key references users (id) on delete cascade,
  threshold_cents integer not null default 5000 check (threshold_cents between 2500 and 50000),
  frequency text not null default 'monthly' check (frequency in ('weekly', 'monthly', 'quarterly')),
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
  hold_reason text,
  -- 'request' or the period of the schedule, '2026-W47': a period pays once
  origin text not null,
  -- sends under a key of their own; the next one only after the look-up of the last found nothing
  attempt integer not null default 1,
  sent_at timestamptz,
  provider_reference text unique,
  failure_code text,
  failure_message text,
  failure_actor text check (failure_actor in ('creator', 'staff', 'platform')),
  created_at timestamptz not null,
  completed_at timestamptz,
  updated_at timestamptz not null default now(),
  check ((status = 'completed') = (completed_at is not null)),
  check ((status = 'failed') = (failure_code is not null))
);
create unique index payouts_one_going on payouts (user_id) where status in ('pending', 'processing', 'unknown');
create unique index payouts_once_a_period on payouts (user_id, origin) where origin <> 'request' and status <> 'failed';
create index payouts_of_user on payouts (user_id, created_at desc, id desc);
create index payouts_newest on payouts (created_at desc, id desc);
create index payouts_unfinished on payouts (updated_at) where status in ('pending', 'processing', 'unknown');
