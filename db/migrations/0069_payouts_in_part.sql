-- What came back of a payout that was sent, and what the bank of its payee said later.
alter table payouts add column returned_cents bigint not null default 0 check (returned_cents >= 0);
alter table payouts add column bank_problem text;
alter table payouts add column bank_problem_at timestamptz;
