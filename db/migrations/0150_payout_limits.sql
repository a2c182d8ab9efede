-- How much the server sends in a UTC day, to everyone and to one rider. null: no limit. The row always exists: without
-- it nothing is sent.
create table payout_limits (
  one boolean primary key default true check (one),
  day_cents bigint check (day_cents > 0),
  rider_day_cents bigint check (rider_day_cents > 0),
  updated_at timestamptz not null default now()
);
insert into payout_limits default values;
-- A payout that a limit stops stays pending until then. 'size': it is larger than the limit itself.
alter table payouts
  add column limited_until timestamptz,
  add column limited_by text check (limited_by in ('day', 'rider', 'size')),
  add constraint payouts_limited check ((limited_until is null) = (limited_by is null));
create index payouts_sent on payouts (sent_at) include (user_id, net) where method = 'stripe' and sent_at is not null;
