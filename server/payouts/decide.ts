import { sentences } from '#sentences/payouts.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import type { Tx } from '#server/core/db/database.ts'
import { textColumn } from '#server/core/db/json.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { type PayoutDeps, payoutJob } from './request-payout.ts'
import { complete, lockFor } from './settle.ts'
import { findPayee, type PayoutRow, unsafeFindPayout, unsafeLockPayout, updatePayout } from './store.ts'

type DecideDeps = Pick<PayoutDeps, 'db' | 'jobs' | 'clock'>

/** Decides a pending payout with everything locked. */
async function decide(
  { db }: DecideDeps,
  by: Auditor,
  payoutId: string,
  action: string,
  change: (tx: Tx, payout: PayoutRow) => Promise<unknown>,
): Promise<void> {
  const known = await unsafeFindPayout(db, payoutId)
  if (!known) throw notFound('payout')
  await db.transaction().execute(async tx => {
    await lockFor(tx, known)
    const payout = (await unsafeLockPayout(tx, payoutId)) as PayoutRow
    if (payout.status !== 'pending')
      throw new AppError('conflict', sentences.alreadyDecided({ status: payout.status }))
    const after = await change(tx, payout)
    await record(tx, {
      ...by,
      action,
      objectType: 'payout',
      objectId: payoutId,
      before: { status: payout.status, approval: payout.approval },
      after,
    })
  })
}

/** Releases a payout that waits for staff. @throws AppError not_found, conflict */
export const approvePayout = (deps: DecideDeps, by: Auditor, payoutId: string): Promise<void> =>
  decide(deps, by, payoutId, 'payout.approve', async (tx, payout) => {
    if (payout.approval === 'approved' || payout.approval === 'not_needed')
      throw new AppError('conflict', sentences.noApprovalNeeded)
    await updatePayout(tx, payoutId, { approval: 'approved', approved_by: by.actorId, hold_reason: null })
    if (payout.method === 'stripe') await deps.jobs.send(tx, payoutJob, { payoutId })
    return { approval: 'approved' }
  })

/** Puts an unsent payout on hold. @throws AppError not_found, conflict */
export const holdPayout = (deps: DecideDeps, by: Auditor, payoutId: string, reason: string): Promise<void> =>
  decide(deps, by, payoutId, 'payout.hold', async tx => {
    await updatePayout(tx, payoutId, { approval: 'held', approved_by: null, hold_reason: textColumn(reason) })
    return { approval: 'held', reason }
  })

/**
 * Records that a payout was sent manually. A large one takes two people: one approves, another sends.
 * @throws AppError not_found, conflict
 */
export const completeManually = (
  deps: DecideDeps,
  by: Auditor,
  payoutId: string,
  reference: string,
): Promise<void> =>
  decide(deps, by, payoutId, 'payout.complete', async (tx, payout) => {
    if (payout.method !== 'manual') throw new AppError('conflict', sentences.notByHand)
    if (payout.approval === 'needed' || payout.approval === 'held')
      throw new AppError('conflict', sentences.approveFirst)
    const payee = await findPayee(tx, payout.user_id)
    if (payee?.suspended) throw new AppError('conflict', sentences.accountSuspended)
    if (!payee && payout.approval !== 'approved') throw new AppError('conflict', sentences.accountGone)
    if (payout.approval === 'approved' && payout.approved_by === by.actorId)
      throw new AppError('conflict', sentences.twoPeople)
    const used = await tx
      .selectFrom('payouts')
      .select('id')
      .where('provider_reference', '=', reference)
      .executeTakeFirst()
    if (used) throw new AppError('conflict', sentences.referenceUsed)
    await complete(tx, payout, reference, deps.clock.now())
    return { status: 'completed', reference }
  })
