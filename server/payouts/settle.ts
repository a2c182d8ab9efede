import type { PayoutActor } from '#contract/money/payouts.ts'
import { lockCreators, post, reversalOf } from '#server/ledger/index.ts'
import { notify } from '#server/notifications/index.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { inWords, micros, minus, zero } from '#server/platform/money.ts'
import { type PayoutRow, updatePayout } from './store.ts'

/** The creator's accounts first, then the payout: every change of state takes both, in this order. */
export const lockFor = (tx: Tx, payout: Pick<PayoutRow, 'user_id'>): Promise<void> =>
  lockCreators(tx, [payout.user_id])

/** The money has left: the payout is final, the ledger says so, the creator is told. Locked by the caller. */
export async function complete(tx: Tx, payout: PayoutRow, reference: string, now: Date): Promise<void> {
  const [amount, fee, net] = [micros(payout.amount), micros(payout.fee), micros(payout.amount - payout.fee)]
  await updatePayout(tx, payout.id, {
    status: 'completed',
    completed_at: now,
    provider_reference: reference,
    awaiting_funds_since: null,
  })
  await post(tx, [
    {
      sourceEvent: `payout:${payout.id}:completed`,
      type: 'payout_completed',
      userId: payout.user_id,
      facts: { payoutId: payout.id, reference },
      occurredAt: now,
      lines: [
        { account: { kind: 'payout_clearing' as const }, amount: minus(amount) },
        { account: { kind: 'creator_paid' as const, userId: payout.user_id }, amount: net },
        { account: { kind: 'fees' as const }, amount: fee },
      ].filter(line => line.amount !== zero),
    },
  ])
  await notify(tx, {
    userId: payout.user_id,
    type: 'payout_processed',
    title: `${inWords(net)} is on its way to you`,
    message:
      payout.method === 'stripe'
        ? `Your payout of ${inWords(amount)} went out: ${inWords(net)} after a fee of ${inWords(fee)}. Stripe sends it on to your bank.`
        : `Your payout of ${inWords(amount)} was sent by bank transfer.`,
    link: '/earnings',
    eventKey: `payout_processed:${payout.id}`,
  })
}

export interface Failure {
  code: string
  message: string
  actor: PayoutActor
}

async function takeBack(tx: Tx, sourceEvent: string, now: Date, reason: string): Promise<void> {
  const entry = await tx
    .selectFrom('ledger_entries')
    .select('id')
    .where('source_event', '=', sourceEvent)
    .executeTakeFirstOrThrow()
  await post(tx, [await reversalOf(tx, entry.id, { occurredAt: now, facts: { reason } })])
}

/** Nothing was sent, or it came back: the money returns to the creator's balance. Locked by the caller. */
export async function fail(tx: Tx, payout: PayoutRow, failure: Failure, now: Date): Promise<void> {
  if (payout.status === 'completed') await takeBack(tx, `payout:${payout.id}:completed`, now, failure.message)
  await takeBack(tx, `payout:${payout.id}`, now, failure.message)
  await updatePayout(tx, payout.id, {
    status: 'failed',
    completed_at: null,
    failure_code: failure.code,
    failure_message: failure.message,
    failure_actor: failure.actor,
  })
  await notify(tx, {
    userId: payout.user_id,
    type: 'payout_processed',
    title: 'Your payout did not go through',
    message: `${failure.message} ${inWords(micros(payout.amount))} is back in your balance.${failure.actor === 'creator' ? ' Set up where it should go, then request it again.' : ' We look into it.'}`,
    link: '/earnings',
    eventKey: `payout_failed:${payout.id}`,
  })
}
