-- A change of plan that waits for its payment, and until when Stripe keeps it. The present plan stays until then.
alter table subscriptions
  add column pending_price_id text,
  add column pending_until timestamptz,
  add constraint subscriptions_pending check ((pending_price_id is null) = (pending_until is null));
