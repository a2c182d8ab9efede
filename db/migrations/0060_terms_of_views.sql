-- The terms by which a sample's views earn are kept with it, so that a change of policy prices no view of before anew.
-- The defaults are the policy until now, for servers of the version before that still write.
alter table view_samples add column rate_micros integer not null default 50000 check (rate_micros >= 0);
alter table view_samples add column creator_percent integer not null default 70
  check (creator_percent between 0 and 100);
-- In ten-thousandths. Null as written by the version before: 10000 + 2 × viral_score.
alter table view_samples add column viral_multiplier integer check (viral_multiplier >= 0);
