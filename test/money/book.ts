import { sql } from 'kysely'
import type { Queryable } from '#server/core/db/database.ts'

/** A person's money in the ledger, in the model's terms: millionths of a dollar. */
export async function bookOf(db: Queryable, userId: string) {
  const { rows } = await sql<{ kind: string; amount: string }>`
    select a.kind, sum(l.amount) as amount from ledger_lines l join ledger_accounts a on a.id = l.account_id
    join ledger_entries e on e.id = l.entry_id where e.user_id = ${userId} group by 1`.execute(db)
  const of = (kind: string) => Number(rows.find(r => r.kind === kind)?.amount ?? 0)
  const asset = (kind: string) => -of(kind) || 0
  return {
    unpaid: of('creator_pending') + of('creator_payable'),
    writtenOff: asset('write_offs'),
    arrived: of('creator_paid'),
    payoutFees: of('fees'),
    platform: of('platform'),
    // Earned so far, plus what the rest of the period will earn.
    credit: of('customer_credit'),
    income: of('subscription_revenue') + of('deferred_revenue'),
    processingFees: asset('processing_fees'),
    reserves: asset('reserves'),
    atStripe: asset('stripe_balance'),
  }
}
