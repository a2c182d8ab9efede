-- Views of a plan that was given back are taken back and posted anew at what they earn without it: creators are shown
-- both, and their reports count them.
drop index ledger_entries_shown;
create index ledger_entries_shown on ledger_entries (user_id, id desc) where type in (
  'view_revenue', 'premium_view_revenue', 'view_correction', 'premium_view_correction', 'premium_view_refunded',
  'view_repriced', 'premium_view_repriced', 'payout', 'payout_returned');
create or replace function earnings_keep_reports() returns trigger language plpgsql as $$
begin
  insert into earnings_by_day as d (user_id, day, views, premium_views, view_micros, premium_micros, payout_micros)
    select user_id, (occurred_at at time zone 'utc')::date, sum(views),
           coalesce(sum(views) filter (where type like 'premium%'), 0),
           coalesce(sum(creator_amount) filter (where type in ('view_revenue', 'view_correction', 'view_repriced')), 0),
           coalesce(sum(creator_amount) filter (where type like 'premium%'), 0),
           coalesce(-sum(creator_amount) filter (where type like 'payout%'), 0)
      from (select user_id, occurred_at, type, views, creator_amount from added
             where type in ('view_revenue', 'premium_view_revenue', 'view_correction', 'premium_view_correction',
                            'premium_view_refunded', 'view_repriced', 'premium_view_repriced',
                            'payout', 'payout_returned')) a
      group by 1, 2 order by 1, 2
    on conflict (user_id, day) do update set
      views = d.views + excluded.views, premium_views = d.premium_views + excluded.premium_views,
      view_micros = d.view_micros + excluded.view_micros, premium_micros = d.premium_micros + excluded.premium_micros,
      payout_micros = d.payout_micros + excluded.payout_micros;
  insert into earnings_by_video as v (video_id, user_id, views, micros)
    select video_id, user_id, sum(views), sum(creator_amount) from added where video_id is not null
      group by 1, 2 order by 1
    on conflict (video_id) do update set views = v.views + excluded.views, micros = v.micros + excluded.micros;
  insert into earnings_by_user as u (user_id, views, earned_micros)
    select user_id, sum(views), sum(creator_amount) from added where video_id is not null
      group by 1 order by 1
    on conflict (user_id) do update set
      views = u.views + excluded.views, earned_micros = u.earned_micros + excluded.earned_micros;
  return null;
end $$;

-- How far the ledger has been compared with Stripe's balance transactions, and what differed.
create table stripe_comparisons (
  until timestamptz primary key,
  since timestamptz not null,
  compared integer not null,
  differences jsonb not null,
  compared_at timestamptz not null default now()
);
