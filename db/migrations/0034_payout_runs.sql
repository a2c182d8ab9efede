-- Scheduled payouts that have been worked through: each period once, for everybody with that frequency.
create table payout_runs (
  frequency text not null,
  period text not null,
  finished_at timestamptz not null,
  primary key (frequency, period)
);
-- The last proof of the ledger and what it found.
create table ledger_checks (
  day date primary key,
  findings jsonb not null,
  checked_at timestamptz not null
);
