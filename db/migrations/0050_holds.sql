-- Addresses of suspended accounts as keyed hashes (HMAC-SHA-256), so that another account of the same address starts
-- suspended, also after the first one was deleted. Not readable without the server's secret.
create table suspended_addresses (
  digest text primary key,
  suspended_at timestamptz not null
);

-- Why somebody was suspended is about the person; the audit log has that it was so.
update users set suspended_at = null, suspended_reason = null where deleted_at is not null;

-- Accounts that were deleted while a payout waited: staff decide, whatever was approved before.
update payouts p set approval = 'held', approved_by = null,
  hold_reason = 'This account was deleted. A staff member decides.', updated_at = now()
from users u
where u.id = p.user_id and u.deleted_at is not null and p.status = 'pending';

-- The audit log refuses changes, but for one: free words about a person (titles, reasons) go with their account. What
-- happened, by whom, to which object and when stays, with numbers and statuses.
create function audit_facts(given jsonb) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(given) = 'object' then (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(given)
    where jsonb_typeof(value) in ('number', 'boolean', 'null') or key in ('status', 'role', 'approval', 'decision'))
  end
$$;
drop trigger audit_log_append_only on audit_log;
create trigger audit_log_append_only before delete or truncate on audit_log
  for each statement execute function refuse_change_of_audit_log();
create trigger audit_log_only_forgets before update on audit_log for each row
  when ((to_jsonb(old) - 'before' - 'after') is distinct from (to_jsonb(new) - 'before' - 'after')
    or new.before is distinct from audit_facts(old.before) or new.after is distinct from audit_facts(old.after))
  execute function refuse_change_of_audit_log();

-- Accounts and videos that the version before deleted: what it left of them.
update audit_log a set before = audit_facts(before), after = audit_facts(after)
where (object_type = 'video' and not exists (select from videos v where v.id::text = a.object_id))
  or object_id in (select id from users where deleted_at is not null)
  or object_id in (select p.id::text from publications p join users u on u.id = p.user_id where u.deleted_at is not null);
update publication_events e set facts = '{}', sentence = 'The account was deleted.'
from publications p join users u on u.id = p.user_id
where p.id = e.publication_id and u.deleted_at is not null;
update publications p set content_label = 'Deleted video',
  metadata = case when state in ('published', 'failed', 'cancelled')
    then '{"title": "Deleted video", "description": "", "tags": []}' else metadata end
from users u where u.id = p.user_id and u.deleted_at is not null;
update billing_invoices i set url = null from users u where u.id = i.user_id and u.deleted_at is not null;
delete from notification_preferences n using users u where u.id = n.user_id and u.deleted_at is not null;
delete from payout_settings s using users u where u.id = s.user_id and u.deleted_at is not null;
