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
-- How often evidence was submitted, and whether some is staged.
alter table disputes add column submissions integer not null default 0;
alter table disputes add column has_evidence boolean not null default false;
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
create index ledger_entries_refunds on ledger_entries (occurred_at desc, id desc) where type = 'subscription_refund';
