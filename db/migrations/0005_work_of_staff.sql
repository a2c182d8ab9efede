-- Staff's home counts what waits for a decision. Of these there are few, in tables that only grow.
create index share_reports_open on share_reports (link_id, reported_at) where decided_at is null;
create index disputes_open on disputes (opened_at) where status like '%needs_response';
create index early_fraud_warnings_open on early_fraud_warnings (warned_at) where actionable;
