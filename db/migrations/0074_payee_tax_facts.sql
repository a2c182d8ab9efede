-- What Stripe says about a payee that tax forms need: never a number itself, only whether there is one.
create table payee_tax_facts (
  user_id text primary key references users (id),
  -- two letters, as Stripe's account has it
  country text,
  entity_type text,
  tin text not null check (tin in ('provided', 'last_digits', 'missing')),
  looked_up_at timestamptz not null
);
-- The rows of a year, and filters by day.
create index payouts_completed on payouts (completed_at) where status = 'completed';
