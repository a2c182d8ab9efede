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
