-- Stripe is asked outside of transactions. Whoever asks about an object takes a number before, and an answer is applied
-- only while none with a higher number has been: that one was asked for later and so is at least as new.
create table stripe_turns (
  object_id text primary key,
  issued bigint not null,
  applied bigint not null default 0
);
