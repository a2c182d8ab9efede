-- Mails about failed renewals go through the outbox. What was mailed before stays mailed.
insert into mails (id, event_key, user_id, template, data, state, next_attempt_at, sent_at, created_at)
select gen_random_uuid(), b.event_key, i.user_id, 'renewal_failed', '{}', 'sent', t.sent, t.sent, t.sent
from billing_mails b
join billing_invoices i on i.id = split_part(b.event_key, ':', 2)
cross join lateral (select coalesce(b.sent_at, now()) as sent) t
on conflict (event_key) do nothing;
drop table billing_mails;
