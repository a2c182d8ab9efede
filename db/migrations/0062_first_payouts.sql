-- Whether a payout was somebody's first and is looked at for that, by the setting of the time.
alter table payouts add column first boolean not null default false;
