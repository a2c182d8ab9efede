-- The ledger: double entry, append-only, integers of a millionth of a dollar. A line above zero is a credit (owed to
-- somebody), below zero a debit (where the money came from); the lines of an entry add up to zero.
create table ledger_accounts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in (
    'view_revenue', 'views_clearing', 'platform', 'card_payments', 'subscription_revenue', 'fees', 'payout_clearing',
    'creator_pending', 'creator_payable', 'creator_paid')),
  user_id text references users (id),
  -- derived from the lines and kept by their trigger, for creators; of the others see ledger_balance_parts
  balance bigint not null default 0,
  check ((user_id is not null) = (kind like 'creator\_%'))
);
create unique index ledger_accounts_one on ledger_accounts (kind, coalesce(user_id, ''));
create index ledger_accounts_of_user on ledger_accounts (user_id) where user_id is not null;
insert into ledger_accounts (kind) values
  ('view_revenue'), ('views_clearing'), ('platform'), ('card_payments'), ('subscription_revenue'), ('fees'),
  ('payout_clearing');

-- Accounts that every transaction touches have no row to queue up at: their balance is a sum of parts, which a job
-- folds into one from time to time.
create table ledger_balance_parts (
  account_id bigint not null references ledger_accounts (id),
  amount bigint not null
);
create index ledger_balance_parts_of_account on ledger_balance_parts (account_id);

create table ledger_entries (
  id bigint generated always as identity primary key,
  -- the business fact that it tells of, told once
  source_event text not null unique,
  type text not null check (type in (
    'views_batch', 'view_revenue', 'premium_view_revenue', 'view_correction', 'premium_view_correction', 'release',
    'payout', 'payout_completed', 'payout_returned', 'payout_uncompleted',
    'subscription_payment', 'subscription_refund')),
  user_id text references users (id),
  -- no reference: the entry outlives the video
  video_id uuid,
  platform text,
  -- what the entry adds to what the creator has earned and not been paid; checked against the lines at commit
  creator_amount bigint not null default 0,
  views bigint not null default 0,
  -- rate, multipliers, share, counters: everything that explains the amount
  facts jsonb not null default '{}',
  -- a correction takes back exactly one entry, and an entry is taken back once
  reverses bigint unique references ledger_entries (id),
  occurred_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index ledger_entries_shown on ledger_entries (user_id, id desc) where type in (
  'view_revenue', 'premium_view_revenue', 'view_correction', 'premium_view_correction', 'payout', 'payout_returned');

create table ledger_lines (
  entry_id bigint not null references ledger_entries (id),
  account_id bigint not null references ledger_accounts (id),
  amount bigint not null check (amount <> 0),
  primary key (entry_id, account_id)
);

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: post a reversal', tg_table_name;
end $$;
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function ledger_refuse_change();
create trigger ledger_lines_append_only before update or delete or truncate on ledger_lines
  for each statement execute function ledger_refuse_change();
-- Balances move with lines only; within a trigger the depth is above zero.
create trigger ledger_accounts_kept before update on ledger_accounts
  for each row when (pg_trigger_depth() = 0) execute function ledger_refuse_change();
create trigger ledger_accounts_stay before delete or truncate on ledger_accounts
  for each statement execute function ledger_refuse_change();

-- At commit, so that an entry and its lines may be written one after the other.
create function ledger_check_entry() returns trigger language plpgsql as $$
declare
  entry bigint;
  lines integer;
  total numeric;
  creators numeric;
  e ledger_entries;
begin
  if tg_table_name = 'ledger_entries' then entry := new.id; else entry := new.entry_id; end if;
  select count(*), coalesce(sum(l.amount), 0),
         coalesce(sum(l.amount) filter (where a.kind in ('creator_pending', 'creator_payable')), 0)
    into lines, total, creators
    from ledger_lines l join ledger_accounts a on a.id = l.account_id where l.entry_id = entry;
  if lines < 2 or total <> 0 then
    raise exception 'ledger entry % is out of balance by % over % lines', entry, total, lines
      using errcode = 'check_violation';
  end if;
  select * into e from ledger_entries where id = entry;
  if e.creator_amount <> creators then
    raise exception 'ledger entry % says % for the creator, its lines say %', entry, e.creator_amount, creators
      using errcode = 'check_violation';
  end if;
  if e.reverses is not null and exists (
    select from ledger_lines where entry_id in (entry, e.reverses) group by account_id having sum(amount) <> 0
  ) then
    raise exception 'ledger entry % does not take back entry % exactly', entry, e.reverses
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_check_entry();
create constraint trigger ledger_lines_balance after insert on ledger_lines
  deferrable initially deferred for each row execute function ledger_check_entry();

create function ledger_keep_balances() returns trigger language plpgsql as $$
begin
  update ledger_accounts a set balance = a.balance + s.amount
    from (select account_id, sum(amount) as amount from added group by account_id) s
    where a.id = s.account_id and a.user_id is not null;
  insert into ledger_balance_parts (account_id, amount)
    select l.account_id, sum(l.amount) from added l join ledger_accounts a on a.id = l.account_id
    where a.user_id is null group by l.account_id;
  return null;
end $$;
create trigger ledger_lines_balances after insert on ledger_lines
  referencing new table as added for each statement execute function ledger_keep_balances();

-- What reports read. Days are UTC. Derived from the entries by their trigger and proved by the ledger's check.
create table earnings_by_day (
  user_id text not null references users (id),
  day date not null,
  views bigint not null default 0,
  premium_views bigint not null default 0,
  view_micros bigint not null default 0,
  premium_micros bigint not null default 0,
  payout_micros bigint not null default 0,
  primary key (user_id, day)
);
create table earnings_by_video (
  video_id uuid primary key,
  user_id text not null references users (id),
  views bigint not null,
  micros bigint not null
);
create index earnings_by_video_of_user on earnings_by_video (user_id);
create table earnings_by_user (
  user_id text primary key references users (id),
  views bigint not null,
  earned_micros bigint not null
);

create function earnings_keep_reports() returns trigger language plpgsql as $$
begin
  insert into earnings_by_day as d (user_id, day, views, premium_views, view_micros, premium_micros, payout_micros)
    select user_id, (occurred_at at time zone 'utc')::date, sum(views),
           coalesce(sum(views) filter (where type like 'premium%'), 0),
           coalesce(sum(creator_amount) filter (where type in ('view_revenue', 'view_correction')), 0),
           coalesce(sum(creator_amount) filter (where type like 'premium%'), 0),
           coalesce(-sum(creator_amount) filter (where type like 'payout%'), 0)
      from (select user_id, occurred_at, type, views, creator_amount from added
             where type in ('view_revenue', 'premium_view_revenue', 'view_correction', 'premium_view_correction',
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
create trigger ledger_entries_reports after insert on ledger_entries
  referencing new table as added for each statement execute function earnings_keep_reports();
