-- Bytes that an upload on its way may still bring, so that several at once stay within the account's budget.
alter table videos add column reserved_bytes bigint not null default 0 check (reserved_bytes >= 0);
