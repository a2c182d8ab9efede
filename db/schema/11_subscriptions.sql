-- What Stripe says about plans, copied whole whenever it changes. Entitlement follows from these rows only.
create table billing_customers (
  user_id text primary key references users (id),
  customer_id text not null unique
);

-- The rows copy what Stripe says, even if it has two plans of one person: nothing here may refuse that.
create table subscriptions (
  id text primary key,
  user_id text not null references users (id),
  status text not null,
  tier text not null check (tier in ('premium', 'pro')),
  price_id text not null,
  -- a change of plan that waits for its payment, and until when Stripe keeps it; the present plan stays until then
  pending_price_id text,
  pending_until timestamptz,
  -- whether Stripe calculates the tax of its invoices
  automatic_tax boolean not null default false,
  cancel_at_period_end boolean not null default false,
  current_period_end timestamptz,
  -- since when a renewal has been failing
  past_due_since timestamptz,
  -- a paused plan gives no multiplier: its payment is disputed or was returned, or nobody paid for its period because
  -- a payment was disputed when it began
  paused_for text check (paused_for in ('dispute', 'refund', 'unpaid')),
  paused_since timestamptz,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- when it was last seen in Stripe's list
  compared_at timestamptz,
  updated_at timestamptz not null default now(),
  constraint subscriptions_pending check ((pending_price_id is null) = (pending_until is null))
);
create index subscriptions_of_user on subscriptions (user_id, started_at desc);

-- Which plan was in force from when: views are priced by the plan of their time.
create table plan_changes (
  user_id text not null references users (id),
  at timestamptz not null,
  tier text not null check (tier in ('free', 'premium', 'pro')),
  primary key (user_id, at)
);

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

-- What Stripe invoiced.
create table billing_invoices (
  id text primary key,
  user_id text not null references users (id),
  subscription_id text,
  -- what it paid for; null: no plan
  tier text check (tier in ('premium', 'pro')),
  period_start timestamptz,
  period_end timestamptz,
  currency text not null default 'usd',
  number text,
  status text not null,
  amount_cents bigint not null,
  refunded_cents bigint not null default 0,
  -- may be below zero: a change to a cheaper plan gives tax back
  tax_cents bigint not null default 0,
  -- above zero: paid with credit; below zero: left as credit
  credit_cents bigint not null default 0,
  -- null: Stripe has not said it yet
  fee_cents bigint,
  -- what banks took back for good: a payment that is lost returns its plan's multiplier like one that was refunded
  lost_cents bigint not null default 0 check (lost_cents >= 0),
  -- nothing that paid it is left, so its plan gives nothing
  unpaid boolean not null default false,
  -- when the views of a returned plan were brought to what they earn without it
  terms_returned_at timestamptz,
  description text not null,
  url text,
  created_at timestamptz not null,
  paid_at timestamptz,
  updated_at timestamptz not null default now()
);
create index billing_invoices_of_user on billing_invoices (user_id, created_at desc);
create index billing_invoices_without_fee on billing_invoices (created_at desc)
  where status = 'paid' and amount_cents > 0 and fee_cents is null;
create index billing_invoices_of_plan on billing_invoices (subscription_id, created_at desc);
create index billing_invoices_given_back on billing_invoices (id)
  where status = 'paid' and unpaid and terms_returned_at is null;

-- Credit that a returned payment takes back, or gets again when the refund failed: decided here, then done at Stripe.
create table credit_recalls (
  id uuid primary key,
  user_id text not null references users (id),
  -- the payment that was returned
  invoice_id text not null,
  -- above zero: taken back
  cents bigint not null check (cents <> 0),
  tax_cents bigint not null,
  created_at timestamptz not null,
  done_at timestamptz
);
-- One at a time: each is decided by what the one before has left.
create unique index credit_recalls_open on credit_recalls (user_id) where done_at is null;
create index credit_recalls_of_user on credit_recalls (user_id);

-- Stripe's customer balance transactions, in their order.
create table credit_movements (
  id text primary key,
  place bigint generated always as identity,
  user_id text not null references users (id),
  -- above zero: owed to the rider
  cents bigint not null check (cents <> 0),
  -- the invoice that left or used it
  invoice_id text,
  recall_id uuid references credit_recalls (id),
  moved_at timestamptz not null
);
create index credit_movements_of_user on credit_movements (user_id);

-- What is paid for a plan's period is owed until its days have passed: the lines of paid invoices, each with its days.
create table revenue_portions (
  id bigint generated always as identity primary key,
  invoice_id text not null,
  line integer not null,
  user_id text not null references users (id),
  subscription_id text,
  -- millionths of a dollar; below zero for time that a change of plan gives back
  amount bigint not null check (amount <> 0),
  -- UTC, the end excluded
  starts_on date not null,
  ends_on date not null,
  -- the first day that is not recognized yet
  next_day date not null,
  recognized bigint not null default 0,
  -- gone back by refunds before it was recognized
  taken bigint not null default 0,
  remaining bigint generated always as (amount - recognized - taken) stored,
  unique (invoice_id, line),
  check (ends_on > starts_on)
);
create index revenue_portions_due on revenue_portions (next_day) where remaining <> 0 and next_day is not null;
create index revenue_portions_of_user on revenue_portions (user_id);

-- The days in UTC that have been recognized.
create table revenue_days (
  day date primary key,
  amount bigint not null,
  portions integer not null,
  recognized_at timestamptz not null
);

-- Disputes of card payments, copied from Stripe whenever they change.
create table disputes (
  id text primary key,
  charge_id text not null,
  -- null: of a payment that is none of ours
  invoice_id text,
  user_id text references users (id),
  subscription_id text,
  status text not null,
  reason text not null,
  amount_cents bigint not null,
  evidence_due_at timestamptz,
  opened_at timestamptz not null,
  -- how often evidence was submitted, and whether some is staged
  submissions integer not null default 0,
  has_evidence boolean not null default false,
  updated_at timestamptz not null default now()
);
create index disputes_of_subscription on disputes (subscription_id);

-- Files for evidence. Stripe keeps them; here is which ones.
create table dispute_files (
  id text primary key,
  dispute_id text not null references disputes (id),
  field text not null,
  name text not null,
  size integer not null check (size > 0),
  uploaded_by text not null,
  uploaded_at timestamptz not null
);
create index dispute_files_of_dispute on dispute_files (dispute_id);

-- Payments that a card's issuer reported as probably fraudulent, copied from Stripe whenever they change.
create table early_fraud_warnings (
  id text primary key,
  charge_id text not null,
  -- null: of a payment that is none of ours
  invoice_id text,
  user_id text references users (id),
  fraud_type text not null,
  -- false: refunded in full or disputed, so nothing is left to do
  actionable boolean not null,
  amount_cents bigint not null,
  warned_at timestamptz not null,
  updated_at timestamptz not null default now()
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

-- Stripe is asked outside of transactions. A caller takes a number before it asks about an object, and an answer is applied
-- only while none with a higher number has been: that one was asked for later and so is at least as new.
create table stripe_turns (
  object_id text primary key,
  issued bigint not null,
  applied bigint not null default 0
);

-- How far the ledger has been compared with Stripe's balance transactions, and what differed.
create table stripe_comparisons (
  until timestamptz primary key,
  since timestamptz not null,
  compared integer not null,
  differences jsonb not null,
  compared_at timestamptz not null default now()
);

-- How far a nightly run has come, so that one that was killed continues there.
create table nightly_progress (
  task text not null,
  -- the day in UTC that the run is for
  round date not null,
  step text not null,
  -- the last object of the step that was worked on; null: none yet
  cursor text,
  pages int not null default 0,
  objects int not null default 0,
  -- that differed from what we had, and were brought to what Stripe says
  differed int not null default 0,
  started_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  primary key (task, round)
);

-- What failed about one object; tried again by itself, less and less often.
create table nightly_failures (
  task text not null,
  object_id text not null,
  attempts int not null default 1,
  next_at timestamptz not null,
  error text not null,
  primary key (task, object_id)
);
create index nightly_failures_due on nightly_failures (task, next_at);
