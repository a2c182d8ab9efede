-- What banks took back of an invoice for good: a payment that is lost returns its plan's multiplier like one that was
-- refunded. Disputes that were lost before this migration keep what their views earned.
alter table billing_invoices add column lost_cents bigint not null default 0 check (lost_cents >= 0);
drop index billing_invoices_given_back;
create index billing_invoices_given_back on billing_invoices (id)
  where status = 'paid' and refunded_cents + lost_cents >= amount_cents and amount_cents > 0
    and terms_returned_at is null;
