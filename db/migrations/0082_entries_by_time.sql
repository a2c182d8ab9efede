-- Reports in a rider's own time zone read the entries of a stretch of time that begins and ends at any hour.
create index ledger_entries_of_user on ledger_entries (user_id, occurred_at) where user_id is not null;
