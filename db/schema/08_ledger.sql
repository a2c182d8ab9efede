-- The ledger: double entry, append-only, integers of a millionth of a dollar. A line above zero is a credit (owed to
-- somebody), below zero a debit (where the money came from); the lines of an entry add up to zero.
create table ledger_accounts (
  id bigint generated always as identity primary key,
  -- where the money is or whom it is owed to. What cards paid is in clearing until Stripe has it; from then on it is part
  -- of stripe_balance, which is compared with Stripe's own balance transactions.
  kind text not null check (kind in ('view_revenue', 'views_clearing', 'platform', 'clearing', 'stripe_balance',
    'bank', 'reserves', 'processing_fees', 'subscription_revenue', 'deferred_revenue', 'tax_payable',
    'customer_credit', 'write_offs', 'fees', 'payout_clearing', 'paid_out', 'creator_pending', 'creator_payable',
    'creator_paid')),
  user_id text references users (id),
  -- derived from the lines and kept by their trigger, for creators; of the others see ledger_balance_parts
  balance bigint not null default 0,
  check ((user_id is not null) = (kind like 'creator\_%' or kind = 'customer_credit'))
);
create unique index ledger_accounts_one on ledger_accounts (kind, coalesce(user_id, ''));
create index ledger_accounts_of_user on ledger_accounts (user_id) where user_id is not null;
create index ledger_accounts_negative on ledger_accounts (user_id) where balance < 0 and user_id is not null;

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: post a reversal', tg_table_name;
end $$;
-- Balances move with lines only; within a trigger the depth is above zero.
create trigger ledger_accounts_kept before update on ledger_accounts
  for each row when (pg_trigger_depth() = 0) execute function ledger_refuse_change();
create trigger ledger_accounts_stay before delete or truncate on ledger_accounts
  for each statement execute function ledger_refuse_change();
insert into ledger_accounts (kind) values
  ('view_revenue'), ('views_clearing'), ('platform'), ('clearing'), ('stripe_balance'), ('bank'), ('reserves'),
  ('processing_fees'), ('subscription_revenue'), ('deferred_revenue'), ('tax_payable'), ('write_offs'), ('fees'),
  ('payout_clearing'), ('paid_out');

-- Accounts that every transaction touches have no row to queue up at: their balance is a sum of parts, which a job
-- folds into one from time to time.
create table ledger_balance_parts (
  account_id bigint not null references ledger_accounts (id),
  amount bigint not null
);
create index ledger_balance_parts_of_account on ledger_balance_parts (account_id);

create table ledger_entries (
  id bigint generated always as identity primary key,
  -- the business fact behind it, posted once
  source_event text not null unique,
  type text not null check (type in ('views_batch', 'view_revenue', 'premium_view_revenue', 'view_correction',
    'premium_view_correction', 'premium_view_refunded', 'view_repriced', 'premium_view_repriced', 'release', 'payout',
    'payout_completed', 'payout_returned', 'payout_uncompleted', 'subscription_payment', 'subscription_refund',
    'refund_failed', 'charge_settled', 'refund_settled', 'transfer_settled', 'transfer_returned',
    'bank_movement', 'stripe_adjustment', 'dispute_withdrawn', 'dispute_fee', 'dispute_reinstated', 'dispute_lost',
    'revenue_recognized', 'credit_moved', 'credit_adjusted', 'credit_taken_back', 'accounts_opened',
    'balance_written_off', 'correction')),
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
  created_at timestamptz not null default now(),
  -- an entry's lines come in its own transaction
  written_by xid8 not null default pg_current_xact_id()
);
create index ledger_entries_shown on ledger_entries (user_id, id desc) where type in (
  'view_revenue', 'premium_view_revenue', 'view_correction', 'premium_view_correction', 'premium_view_refunded',
  'view_repriced', 'premium_view_repriced', 'payout', 'payout_returned');
-- Trial balances and exports read entries by their time.
create index ledger_entries_by_time on ledger_entries (occurred_at, id);
-- Reports in a rider's own time zone read the entries of a stretch of time that begins and ends at any hour.
create index ledger_entries_of_user on ledger_entries (user_id, occurred_at) where user_id is not null;

-- Entries by the Stripe objects that their facts name. Entries of views name none, and are most of the ledger.
create function ledger_stripe_ids(facts jsonb) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct value order by value), '{}') from jsonb_each_text(facts)
  where value ~ '^(ch|py|pyr|pi|in|ii|re|dp|du|tr|trr|txn|po|tu|sub|cus|cbtxn|issfr|acct)_[A-Za-z0-9]{6,}$'
$$;
create index ledger_entries_by_stripe_id on ledger_entries using gin (ledger_stripe_ids(facts)) where video_id is null;
create index ledger_entries_refunds on ledger_entries (occurred_at desc, id desc) where type = 'subscription_refund';
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function ledger_refuse_change();

-- At commit, so that an entry and its lines may be written one after the other. A creator's account takes lines only of
-- entries that are the creator's own.
create function ledger_check_entry() returns trigger language plpgsql as $$
declare
  lines integer;
  total numeric;
  creators numeric;
  others integer;
begin
  select count(*), coalesce(sum(l.amount), 0),
         coalesce(sum(l.amount) filter (where a.kind in ('creator_pending', 'creator_payable')), 0),
         count(*) filter (where a.user_id is not null and a.user_id is distinct from new.user_id)
    into lines, total, creators, others
    from ledger_lines l join ledger_accounts a on a.id = l.account_id where l.entry_id = new.id;
  if lines < 2 or total <> 0 then
    raise exception 'ledger entry % is out of balance by % over % lines', new.id, total, lines
      using errcode = 'check_violation';
  end if;
  if others > 0 then
    raise exception 'ledger entry % of % has lines of somebody else', new.id, coalesce(new.user_id, 'nobody')
      using errcode = 'check_violation';
  end if;
  if new.creator_amount <> creators then
    raise exception 'ledger entry % says % for the creator, its lines say %', new.id, new.creator_amount, creators
      using errcode = 'check_violation';
  end if;
  if new.reverses is not null then
    if exists (select from ledger_lines where entry_id in (new.id, new.reverses)
               group by account_id having sum(amount) <> 0) then
      raise exception 'ledger entry % does not take back entry % exactly', new.id, new.reverses
        using errcode = 'check_violation';
    end if;
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_check_entry();

create function earnings_keep_reports() returns trigger language plpgsql as $$
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
create trigger ledger_entries_reports after insert on ledger_entries
  referencing new table as added for each statement execute function earnings_keep_reports();

create function ledger_refuse_closed() returns trigger language plpgsql as $$
declare
  open_from timestamptz;
begin
  select (max(month) + interval '1 month') at time zone 'utc' into open_from from closed_months;
  if open_from is not null and exists (select from added where occurred_at < open_from) then
    raise exception 'the month of this entry is closed: post a correction today' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger ledger_entries_closed after insert on ledger_entries
  referencing new table as added for each statement execute function ledger_refuse_closed();

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

create table ledger_lines (
  entry_id bigint not null references ledger_entries (id),
  account_id bigint not null references ledger_accounts (id),
  amount bigint not null check (amount <> 0),
  primary key (entry_id, account_id)
);
create trigger ledger_lines_append_only before update or delete or truncate on ledger_lines
  for each statement execute function ledger_refuse_change();

-- Every line asks only whether its entry still balances; the whole check is the entry's own, once.
create function ledger_check_line() returns trigger language plpgsql as $$
declare
  total numeric;
begin
  select sum(amount) into total from ledger_lines where entry_id = new.entry_id;
  if total <> 0 then
    raise exception 'ledger entry % is out of balance by %', new.entry_id, total using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_lines_balance after insert on ledger_lines
  deferrable initially deferred for each row execute function ledger_check_line();

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

-- Adding a balanced pair of lines to an entry that stands would pass the sum: an entry's lines come with it.
create function ledger_refuse_late_lines() returns trigger language plpgsql as $$
begin
  if exists (
    select from added l join ledger_entries e on e.id = l.entry_id
    where e.written_by <> pg_current_xact_id()
  ) then
    raise exception 'a ledger entry that stands gets no further lines' using errcode = 'check_violation';
  end if;
  return null;
end $$;
-- A few thousand lines against millions of entries: by the key, whatever the planner thinks of lines it can't see.
alter function ledger_refuse_late_lines() set enable_seqscan = off;
alter function ledger_refuse_late_lines() set enable_hashjoin = off;
alter function ledger_refuse_late_lines() set enable_mergejoin = off;
create trigger ledger_lines_with_entry after insert on ledger_lines
  referencing new table as added for each statement execute function ledger_refuse_late_lines();

-- A closed month takes no further entries. Months are closed in order, and for good.
create table closed_months (
  -- its first day; months are UTC
  month date primary key check (extract(day from month) = 1),
  closed_at timestamptz not null,
  closed_by text not null,
  entries bigint not null
);

create function closed_months_in_order() returns trigger language plpgsql as $$
begin
  if exists (select from closed_months where month <> new.month
             having max(month) is not null and max(month) + interval '1 month' <> new.month) then
    raise exception 'months are closed one after another' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger closed_months_order after insert on closed_months
  for each row execute function closed_months_in_order();
create trigger closed_months_stay before update or delete or truncate on closed_months
  for each statement execute function ledger_refuse_change();

-- What belongs to a closed month is posted on the day on which a second admin agrees to it.
create table ledger_corrections (
  id uuid primary key,
  month date not null references closed_months (month),
  reason text not null,
  debit_account text not null,
  credit_account text not null check (credit_account <> debit_account),
  cents bigint not null check (cents > 0),
  state text not null default 'proposed' check (state in ('proposed', 'posted', 'rejected')),
  proposed_by text not null,
  proposed_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  entry_id bigint references ledger_entries (id),
  check ((state = 'proposed') = (decided_by is null)),
  check ((state = 'posted') = (entry_id is not null)),
  check (state <> 'posted' or decided_by <> proposed_by)
);

-- The last proof of the ledger and what it found.
create table ledger_checks (
  day date primary key,
  findings jsonb not null,
  checked_at timestamptz not null
);
