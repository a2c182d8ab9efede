-- Which sentence says why a payee's bank refused a payout, with its values, so that it is read in the reader's language.
-- bank_problem stays as it was in English; rows from before have nothing else.
alter table payouts add column bank_problem_said jsonb;
