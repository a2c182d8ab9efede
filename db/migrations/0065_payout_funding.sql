-- A payout that waits for money on the platform's balance stays pending; since when is kept beside it, so that a
-- server of the version before goes on with it as with any other.
alter table payouts add column awaiting_funds_since timestamptz;
-- What a run of the schedule had to send, cents of what was asked for by then.
alter table payout_runs add column needed_cents bigint;
-- Whether payouts may be sent at all: Stripe refused the platform's own key. One row at most.
create table payout_stops (
  one boolean primary key default true check (one),
  reason text not null,
  stopped_at timestamptz not null
);
