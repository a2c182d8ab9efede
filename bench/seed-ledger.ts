/** What a bulk of entries of views is inserted without. */
export const withoutIndexes = [
  `alter table ledger_entries drop constraint ledger_entries_source_event_key, drop constraint ledger_entries_reverses_key`,
  `drop index ledger_entries_shown`,
  `alter table ledger_lines drop constraint ledger_lines_pkey`,
]

/** What posting would have written for the entries of views at 5 cents: their lines, balances and rollups; and the indexes. */
export const ofEntries = [
  `analyze ledger_entries, ledger_accounts`,
  `insert into ledger_lines (entry_id, account_id, amount)
   select e.id, l.account_id, l.amount from ledger_entries e
   join ledger_accounts c on c.user_id = e.user_id and c.kind = 'creator_pending'
   cross join (select max(id) filter (where kind = 'views_clearing') as clearing, max(id) filter (where kind = 'platform') as platform
     from ledger_accounts) s
   cross join lateral (values (s.clearing, -e.views * 50000), (c.id, e.views * 35000), (s.platform, e.views * 15000)) l (account_id, amount)`,
  `with b as (insert into ledger_entries (source_event, type, occurred_at) values ('views_batch:bench', 'views_batch', now()) returning id)
   insert into ledger_lines (entry_id, account_id, amount)
   select b.id, a.id, s.views * case a.kind when 'views_clearing' then 50000 else -50000 end
   from b, ledger_accounts a, (select sum(views) as views from ledger_entries) s where a.kind in ('views_clearing', 'view_revenue')`,
  `alter table ledger_lines add primary key (entry_id, account_id)`,
  `analyze ledger_entries, ledger_lines`,
  `alter table ledger_entries add unique (source_event), add unique (reverses)`,
  `create index ledger_entries_shown on ledger_entries (user_id, id desc) where type in (
    'view_revenue', 'premium_view_revenue', 'view_correction', 'premium_view_correction', 'premium_view_refunded',
    'view_repriced', 'premium_view_repriced', 'payout', 'payout_returned')`,
  `update ledger_accounts a set balance = s.amount from (select account_id, sum(amount) as amount from ledger_lines group by 1) s
   where s.account_id = a.id and a.user_id is not null`,
  `insert into ledger_balance_parts select l.account_id, sum(l.amount) from ledger_lines l join ledger_accounts a on a.id = l.account_id
   where a.user_id is null group by 1`,
  `insert into earnings_by_day (user_id, day, views, view_micros)
   select user_id, (occurred_at at time zone 'utc')::date, sum(views), sum(creator_amount) from ledger_entries where user_id is not null group by 1, 2`,
  `insert into views_by_month (month, platform, views, gross_micros, creator_micros)
   select date_trunc('month', occurred_at at time zone 'utc')::date, platform, sum(views), sum(views) * 50000, sum(creator_amount)
   from ledger_entries where video_id is not null group by 1, 2`,
  `insert into earnings_by_video (video_id, user_id, views, micros)
   select video_id, user_id, sum(views), sum(creator_amount) from ledger_entries where video_id is not null group by 1, 2`,
  `insert into earnings_by_user (user_id, views, earned_micros)
   select user_id, sum(views), sum(micros) from earnings_by_video group by 1`,
  `insert into earnings_milestones (user_id, milestone, reached_at)
   select user_id, m, now() from earnings_by_user, unnest(array[100, 250, 500, 1000, 2500, 5000, 10000]) m
   where earned_micros >= m::bigint * 1000000`,
]
