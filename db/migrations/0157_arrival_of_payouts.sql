-- The payout from a payee's account to their bank that contained this one, and the day on which it arrives there.
alter table payouts add column bank_payout_id text, add column bank_arrives_on text
  check (bank_arrives_on ~ '^\d{4}-\d\d-\d\d$');

-- Statements name the payee as tax forms do, with their address; the next lookup brings it.
alter table payee_tax_facts add column legal_address text;
