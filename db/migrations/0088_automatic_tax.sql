-- Whether Stripe calculates the tax of a plan's invoices. A change to a cheaper plan gives tax back, so the tax of an
-- invoice may be below zero.
alter table subscriptions add column automatic_tax boolean not null default false;
alter table billing_invoices drop constraint billing_invoices_tax_cents_check;
