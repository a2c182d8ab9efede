-- What riders' shares of new views may add up to in a UTC month. null: no budget. The row always exists: without it no
-- views are posted.
create table payout_budget (
  one boolean primary key default true check (one),
  cents bigint check (cents > 0),
  updated_at timestamptz not null default now()
);
insert into payout_budget default values;
-- Every change, for the ledger check: what had been posted in its month by then.
create table payout_budget_changes (
  id bigint generated always as identity primary key,
  changed_at timestamptz not null,
  cents bigint,
  spent_micros bigint not null
);
-- Riders who got a notification that a month's budget is nearly used up.
create table payout_budget_notices (
  month date not null,
  user_id text not null references users (id) on delete cascade,
  primary key (month, user_id)
);

-- Views that have a price and still wait, oldest first: those beyond the budget.
create index waiting_views_priced on waiting_views (sampled_at, counter_id, from_views) where viral_score is not null;

-- What views cost and gave riders, by the UTC month of their entries. Each statement adds its own rows, so that transactions
-- don't wait for each other; a task merges them.
create table views_by_month (
  month date not null,
  platform text not null,
  views bigint not null,
  gross_micros bigint not null,
  creator_micros bigint not null
);
create index views_by_month_of on views_by_month (month, platform);
create function earnings_keep_months() returns trigger language plpgsql as $$
begin
  insert into views_by_month (month, platform, views, gross_micros, creator_micros)
    select date_trunc('month', occurred_at at time zone 'utc')::date, coalesce(platform, ''), sum(views),
      -- The price of the entry on its terms; what takes one back has those of the entry it takes back.
      sum(case when views = 0 then 0 else sign(views) * floor(abs(views) * (facts ->> 'ratePerView')::numeric * 1000000
        * round((facts ->> 'viralMultiplier')::numeric, 4) * (facts ->> 'planMultiplier')::numeric) end),
      sum(creator_amount)
    from added where type in ('view_revenue', 'premium_view_revenue', 'view_correction', 'premium_view_correction',
      'premium_view_refunded', 'view_repriced', 'premium_view_repriced')
    group by 1, 2;
  return null;
end $$;
create trigger ledger_entries_months after insert on ledger_entries
  referencing new table as added for each statement execute function earnings_keep_months();
insert into views_by_month (month, platform, views, gross_micros, creator_micros)
    select date_trunc('month', occurred_at at time zone 'utc')::date, coalesce(platform, ''), sum(views),
      -- The price of the entry on its terms; what takes one back has those of the entry it takes back.
      sum(case when views = 0 then 0 else sign(views) * floor(abs(views) * (facts ->> 'ratePerView')::numeric * 1000000
        * round((facts ->> 'viralMultiplier')::numeric, 4) * (facts ->> 'planMultiplier')::numeric) end),
      sum(creator_amount)
    from ledger_entries where type in ('view_revenue', 'premium_view_revenue', 'view_correction', 'premium_view_correction',
      'premium_view_refunded', 'view_repriced', 'premium_view_repriced')
    group by 1, 2;
