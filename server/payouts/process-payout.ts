import { PermanentJobError } from '#server/platform/jobs/jobs.ts'
import { micros, nearestCents } from '#server/platform/money.ts'
import { holdReasonOf } from './escrow.ts'
import type { PayoutOrder, PayoutPort } from './ports.ts'
import type { PayoutDeps } from './request-payout.ts'
import { complete, fail, lockFor } from './settle.ts'
import { findPayee, type PayoutRow, unsafeFindPayout, unsafeLockPayout, updatePayout } from './store.ts'

/** The answer was lost: the job comes again and looks it up. */
export class PayoutUnknownError extends Error {
  override name = 'PayoutUnknownError'
}

export type ProcessDeps = Pick<PayoutDeps, 'db' | 'clock' | 'log'> & { port: PayoutPort | null }

/** Notes that it is going to be sent, before it is. @returns null when there is nothing to send */
async function claim(
  { db, clock }: ProcessDeps,
  known: PayoutRow,
): Promise<{ payout: PayoutRow; fresh: boolean } | null> {
  return db.transaction().execute(async tx => {
    await lockFor(tx, known)
    const payout = await unsafeLockPayout(tx, known.id)
    if (payout?.method !== 'stripe' || payout.status === 'completed' || payout.status === 'failed')
      return null
    if (payout.status !== 'pending') return { payout, fresh: false }
    if (payout.approval === 'needed' || payout.approval === 'held') return null
    const payee = await findPayee(tx, payout.user_id)
    // The hourly round comes back to it when the suspension has ended.
    if (payee?.suspended) return null
    // Nobody is there to be paid: only what staff have approved goes, and deletion takes back what they had before.
    if (!payee && payout.approval !== 'approved') {
      await updatePayout(tx, payout.id, { approval: 'held', hold_reason: holdReasonOf(false) })
      return null
    }
    await updatePayout(tx, payout.id, { status: 'processing', sent_at: clock.now() })
    return { payout: { ...payout, status: 'processing' }, fresh: true }
  })
}

/** Writes down what became of it, unless somebody else has. */
async function settle(
  { db, clock }: ProcessDeps,
  known: PayoutRow,
  change: (tx: Parameters<typeof complete>[0], payout: PayoutRow, now: Date) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async tx => {
    await lockFor(tx, known)
    const payout = await unsafeLockPayout(tx, known.id)
    if (payout?.status === 'processing' || payout?.status === 'unknown') await change(tx, payout, clock.now())
  })
}

/**
 * Sends a payout and settles it. May be killed anywhere and run again: an intent that stands is looked up at the
 * provider before anything is sent, and what is sent again goes under the same idempotency key.
 * @throws PayoutUnknownError when nobody knows yet whether it was sent
 */
export async function processPayout(deps: ProcessDeps, payoutId: string): Promise<void> {
  const known = await unsafeFindPayout(deps.db, payoutId)
  if (!known) throw new PermanentJobError(`There is no payout ${payoutId}`)
  const claimed = await claim(deps, known)
  if (!claimed) return
  if (!deps.port) throw new PermanentJobError('This server has no account at Stripe')
  const { payout, fresh } = claimed
  if (!fresh) {
    const found = await deps.port.find(payout.id)
    if (found) return settle(deps, payout, (tx, row, now) => complete(tx, row, found.reference, now))
  }
  const order: PayoutOrder = {
    payoutId: payout.id,
    userId: payout.user_id,
    attempt: payout.attempt,
    netCents: Number(nearestCents(micros(payout.amount - payout.fee))),
    destination: payout.destination as string,
  }
  const result = await deps.port.send(order)
  if (result.kind === 'sent')
    return settle(deps, payout, (tx, row, now) => complete(tx, row, result.reference, now))
  if (result.kind === 'refused') return settle(deps, payout, (tx, row, now) => fail(tx, row, result, now))
  // A key that only ever repeats an error is given up once the provider is known to have sent nothing.
  const burnt = result.burnt && (await deps.port.find(payout.id)) === null
  await settle(deps, payout, (tx, row) =>
    updatePayout(tx, row.id, { status: 'unknown', attempt: row.attempt + (burnt ? 1 : 0) }),
  )
  throw new PayoutUnknownError(`Payout ${payout.id}: ${result.message}`)
}
