import { textColumn } from '#server/core/db/json.ts'
import { PermanentJobError } from '#server/core/jobs/definition.ts'
import { jobOf } from '#server/core/module.ts'
import { micros, nearestCents } from '#server/core/money.ts'
import type { Deps } from '#server/deps.ts'
import { CredentialsRefused, type PayoutOrder, type PayoutPort, stripePayouts } from './adapters/stripe.ts'
import { holdReasonOf } from './escrow.ts'
import { mayGoToday } from './limits.ts'
import { type PayoutDeps, payoutJob } from './request-payout.ts'
import { complete, fail, lockFor } from './settle.ts'
import { stopPayouts, stopReason } from './stops.ts'
import { findPayee, type PayoutRow, unsafeFindPayout, unsafeLockPayout, updatePayout } from './store.ts'

/** The answer was lost: the job runs again and looks it up. */
export class PayoutUnknownError extends Error {
  override name = 'PayoutUnknownError'
}

export type ProcessDeps = Pick<PayoutDeps, 'db' | 'clock' | 'log'> & { port: PayoutPort | null }

/** Records the intent to send before sending. @returns null when there is nothing to send */
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
    // The hourly round returns to it when the suspension has ended.
    if (payee?.suspended) return null
    // The payee is gone: only payouts approved by staff are sent, and deletion withdraws earlier approvals.
    if (!payee && payout.approval !== 'approved') {
      await updatePayout(tx, payout.id, { approval: 'held', hold_reason: textColumn(holdReasonOf(false)) })
      return null
    }
    const now = clock.now()
    // The hourly round returns to it tomorrow.
    if (payout.limited_until && payout.limited_until > now) return null
    if (!(await mayGoToday(tx, payout, now))) return null
    await updatePayout(tx, payout.id, {
      status: 'processing',
      sent_at: now,
      limited_by: null,
      limited_until: null,
    })
    return { payout: { ...payout, status: 'processing' }, fresh: true }
  })
}

/** Records the outcome, unless someone else has. */
async function settle(
  { db, clock }: ProcessDeps,
  known: PayoutRow,
  change: (tx: Parameters<typeof complete>[0], payout: PayoutRow, now: Date) => Promise<void>,
  { sent = false } = {},
): Promise<void> {
  await db.transaction().execute(async tx => {
    await lockFor(tx, known)
    const payout = await unsafeLockPayout(tx, known.id)
    if (payout?.status !== 'processing' && payout?.status !== 'unknown') return
    // An answer to an earlier key says nothing about the current one; but money that was sent was sent.
    if (!sent && payout.attempt !== known.attempt) return
    await change(tx, payout, clock.now())
  })
}

/** Back to waiting: nothing was sent, and the next attempt uses a new key because refusals are stored. */
const waitAgain = (deps: ProcessDeps, payout: PayoutRow, since: Date | null): Promise<void> =>
  settle(deps, payout, (tx, row) =>
    updatePayout(tx, row.id, {
      status: 'pending',
      attempt: row.attempt + 1,
      awaiting_funds_since: since && (row.awaiting_funds_since ?? since),
    }),
  )

/** What was already sent, if anything. @returns undefined when Stripe refuses our key: everything stops */
async function lookUp(deps: ProcessDeps, port: PayoutPort, payoutId: string) {
  try {
    return await port.find(payoutId)
  } catch (error) {
    if (!(error instanceof CredentialsRefused)) throw error
    await stopPayouts(deps, error.message)
    return undefined
  }
}

/**
 * Sends a payout and settles it. May be killed anywhere and run again: an open intent is looked up at the
 * provider before anything is sent, and retries use the same idempotency key.
 * @throws PayoutUnknownError while it is unknown whether it was sent
 */
export async function processPayout(deps: ProcessDeps, payoutId: string): Promise<void> {
  const known = await unsafeFindPayout(deps.db, payoutId)
  if (!known) throw new PermanentJobError(`There is no payout ${payoutId}`)
  if (await stopReason(deps.db)) return
  const claimed = await claim(deps, known)
  if (!claimed) return
  if (!deps.port) throw new PermanentJobError('This server has no account at Stripe')
  const { payout, fresh } = claimed
  if (!fresh) {
    const found = await lookUp(deps, deps.port, payout.id)
    if (found === undefined) return
    if (found)
      return settle(deps, payout, (tx, row, now) => complete(tx, row, found.reference, now), { sent: true })
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
    return settle(deps, payout, (tx, row, now) => complete(tx, row, result.reference, now), { sent: true })
  if (result.kind === 'unfunded') return waitAgain(deps, payout, deps.clock.now())
  if (result.kind === 'stopped') {
    await waitAgain(deps, payout, payout.awaiting_funds_since)
    return stopPayouts(deps, result.message)
  }
  if (result.kind === 'refused') return settle(deps, payout, (tx, row, now) => fail(tx, row, result, now))
  // A key that repeats its error for a day is abandoned once the provider is known to have sent nothing. The
  // next attempt looks it up again before sending.
  const burnt = result.burnt && (await lookUp(deps, deps.port, payout.id)) === null
  await settle(deps, payout, (tx, row) =>
    updatePayout(tx, row.id, { status: 'unknown', attempt: row.attempt + (burnt ? 1 : 0) }),
  )
  throw new PayoutUnknownError(`Payout ${payout.id}: ${result.message}`)
}

/** The hourly round wakes a job that gave up, so nothing is lost. */
export const payoutHandler = jobOf<Deps, { payoutId: string }>(payoutJob, {
  run: (system, { payoutId }) =>
    processPayout({ ...system, port: system.stripe && stripePayouts(system.stripe.client) }, payoutId),
  giveUp: async (_system, data, { log }) => log.error(data, 'a payout is still not certain'),
})
