import { sql } from 'kysely'
import { sentences as standings } from '#sentences/payouts.ts'
import type { Tx } from '#server/core/db/database.ts'
import { textColumn } from '#server/core/db/json.ts'
import { zero } from '#server/core/money.ts'
import type { Sentence } from '#server/core/sentences.ts'
import type { Deps } from '#server/deps.ts'
import { lockCreators } from '#server/ledger/index.ts'
import { payeeCountryOf } from './countries.ts'
import { balancesAfterHold, releaseHolds } from './release.ts'
import { takeOut } from './request-payout.ts'
import { availableOf, feeOf } from './rules.ts'
import { findDestination, findGoing, paidBefore, updatePayout } from './store.ts'

type EscrowDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** Why a deleted person's payout waits, as a sentence for staff. */
export const holdReasonOf = (suspended: boolean): Sentence =>
  suspended ? standings.deletedSuspended : standings.deleted

/**
 * Puts a departing person's unpaid money on hold for staff: the waiting payout, even if approved, otherwise
 * everything payable, without a threshold. Money in its hold period follows when that ends, and what is being
 * sent right now still arrives. In the transaction that deletes the account.
 */
export async function escrowUnpaid(
  tx: Tx,
  { clock, config }: Pick<EscrowDeps, 'clock' | 'config'>,
  { userId, suspended = false }: { userId: string; suspended?: boolean },
): Promise<void> {
  await lockCreators(tx, [userId])
  const now = clock.now()
  const { holdDays, approveFirst, fee } = config.payouts
  const going = await findGoing(tx, userId)
  if (going) {
    if (going.status === 'pending')
      await updatePayout(tx, going.id, {
        approval: 'held',
        approved_by: null,
        hold_reason: textColumn(holdReasonOf(suspended)),
      })
    return
  }
  const balances = await balancesAfterHold(tx, userId, now, holdDays)
  await releaseHolds(tx, [[userId, balances]], now, holdDays)
  const amount = availableOf(balances)
  if (amount === zero) return
  const payee = await payeeCountryOf(tx, userId, config.payouts.method)
  const destination = payee.method === 'stripe' ? await findDestination(tx, userId) : undefined
  const method = destination?.ready ? 'stripe' : 'manual'
  await takeOut(tx, [
    {
      userId,
      amount,
      fee: method === 'stripe' ? feeOf(amount, fee) : zero,
      method,
      destination: (method === 'stripe' && destination?.account_id) || null,
      approval: 'held',
      first: approveFirst && !(await paidBefore(tx, [userId])).has(userId),
      holdReason: holdReasonOf(suspended),
      origin: `deletion:${now.toISOString()}`,
      now,
    },
  ])
}

/**
 * The same for everyone who is gone and whose hold period has ended or whose payout came back. Those with a
 * waiting payout are skipped: staff may just have approved it.
 */
export async function escrowOfDeleted(deps: EscrowDeps): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    select a.user_id from ledger_accounts a join users u on u.id = a.user_id
    where u.deleted_at is not null and a.kind in ('creator_pending', 'creator_payable')
      and not exists (select from payouts p
        where p.user_id = a.user_id and p.status in ('pending', 'processing', 'unknown'))
    group by a.user_id having sum(a.balance) >= 10000 order by a.user_id`.execute(deps.db)
  const failures: unknown[] = []
  for (const { user_id: userId } of rows)
    try {
      await deps.db.transaction().execute(tx => escrowUnpaid(tx, deps, { userId }))
    } catch (error) {
      failures.push(error)
    }
  if (failures.length)
    throw new AggregateError(failures, 'Money of deleted accounts could not be put on hold')
}
