-- A platform may limit counting and everything else apart: YouTube does, by calls and by units.
alter table publishing_quota add column budget text not null default 'counters' check (budget in ('counters', 'units')),
  drop constraint publishing_quota_pkey, add primary key (kind, day, budget);
alter table channel_quota add column budget text not null default 'counters' check (budget in ('counters', 'units')),
  drop constraint channel_quota_pkey, add primary key (channel_id, day, budget);
