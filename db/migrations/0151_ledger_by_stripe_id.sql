-- Entries by the Stripe objects that their facts name. Entries of views name none, and are most of the ledger.
create function ledger_stripe_ids(facts jsonb) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct value order by value), '{}') from jsonb_each_text(facts)
  where value ~ '^(ch|py|pyr|pi|in|ii|re|dp|du|tr|trr|txn|po|tu|sub|cus|cbtxn|issfr|acct)_[A-Za-z0-9]{6,}$'
$$;
create index ledger_entries_by_stripe_id on ledger_entries using gin (ledger_stripe_ids(facts)) where video_id is null;
