-- A deleted account keeps its row under a pseudonym (its random id), so that what refers to it, such as entries of
-- the ledger, still does; nothing in the row says any more whose it was.
alter table users add column deleted_at timestamptz;
alter table users add check (deleted_at is null or (email like '%@deleted.invalid' and role = 'user' and not email_verified));
create index users_deleted on users (deleted_at) where deleted_at is not null;
