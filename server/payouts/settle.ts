import type { PayoutActor } from '#contract/money/payouts.ts'
import { sentences as notices } from '#sentences/payouts.ts'
import type { Tx } from '#server/core/db/database.ts'
import { textColumn } from '#server/core/db/json.ts'
import { fromCents, micros, minus, nearestCents, plus, toDollars, zero } from '#server/core/money.ts'
import type { Sentence, Text } from '#server/core/sentences.ts'
import { lockCreators, post, postMovement, reversalOf } from '#server/ledger/index.ts'
import { notify } from '#server/notifications/index.ts'
import { queueWebhooks } from '#server/webhooks/index.ts'
import { type PayoutRow, updatePayout } from './store.ts'

/** The creator's accounts first, then the payout: every change of state locks both, in this order. */
export const lockFor = (tx: Tx, payout: Pick<PayoutRow, 'user_id'>): Promise<void> =>
  lockCreators(tx, [payout.user_id])

/**
 * The money has been sent: finalizes the payout, posts it to the ledger, notifies the creator. Locked by the
 * caller.
 */
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
  await leave(tx, payout, reference, now)
  await notify(tx, {
    userId: payout.user_id,
    videoId: null,
    type: 'payout_processed',
    title: notices.sentTitle({ net: toDollars(net) }),
    message:
      payout.method === 'stripe'
        ? notices.sentByStripe({ sum: toDollars(amount), net: toDollars(net), fee: toDollars(fee) })
        : notices.sentByHand({ sum: toDollars(amount) }),
    link: '/earnings',
    eventKey: `payout_processed:${payout.id}`,
  })
  await queueWebhooks(tx, {
    userId: payout.user_id,
    type: 'payout.completed',
    key: payout.id,
    data: { payoutId: payout.id },
  })
}

/**
 * Takes the sent amount from its source: the Stripe balance, or the bank of the person who sent it manually.
 */
async function leave(tx: Tx, payout: PayoutRow, reference: string, now: Date): Promise<void> {
  const net = micros(payout.amount - payout.fee)
  const about = { now, userId: payout.user_id, payoutId: payout.id }
  if (payout.method === 'stripe') {
    const amount = -Number(nearestCents(net))
    return postMovement(tx, { type: 'transfer', source: reference, amount, fee: 0 }, about)
  }
  await post(tx, [
    {
      sourceEvent: `payout:${payout.id}:bank`,
      type: 'bank_movement',
      userId: payout.user_id,
      facts: { payoutId: payout.id, reference },
      occurredAt: now,
      lines: [
        { account: { kind: 'paid_out' }, amount: minus(net) },
        { account: { kind: 'bank' }, amount: net },
      ],
    },
  ])
}

export interface Failure {
  code: string
  message: Sentence
  actor: PayoutActor
}

/** Reverses a posted entry. */
export async function takeBack(tx: Tx, sourceEvent: string, now: Date, reason: Text): Promise<void> {
  const entry = await tx
    .selectFrom('ledger_entries')
    .select('id')
    .where('source_event', '=', sourceEvent)
    .executeTakeFirstOrThrow()
  await post(tx, [await reversalOf(tx, entry.id, { occurredAt: now, facts: { reason: reason } })])
}

/** Posts each returned part of a sent payout, once. Locked by the caller. */
export async function returnPart(
  tx: Tx,
  payout: PayoutRow,
  parts: readonly { id: string; amount: number }[],
  now: Date,
): Promise<void> {
  const userId = payout.user_id
  for (const { id, amount: cents } of parts) {
    const amount = fromCents(cents)
    const written = await post(tx, [
      {
        sourceEvent: `payout:${payout.id}:part:${id}`,
        type: 'payout_returned',
        userId,
        facts: { payoutId: payout.id, reference: id, part: true, fee: '0', method: payout.method },
        occurredAt: now,
        lines: [
          { account: { kind: 'creator_paid', userId }, amount: minus(amount) },
          { account: { kind: 'creator_payable', userId }, amount },
        ],
      },
    ])
    if (written.size === 0) continue
    await notify(tx, {
      userId,
      videoId: null,
      type: 'payout_processed',
      title: notices.partBackTitle({ part: toDollars(amount) }),
      message: notices.partBackMessage({
        part: toDollars(amount),
        sum: toDollars(micros(payout.amount)),
      }),
      link: '/earnings',
      eventKey: `payout_part_returned:${id}`,
    })
  }
  const returned = parts.reduce((sum, { amount }) => sum + amount, 0)
  await updatePayout(tx, payout.id, { returned_cents: returned })
}

/** The rest of a payout of which a part had returned earlier, with its fee. */
async function takeBackRest(tx: Tx, payout: PayoutRow, now: Date, reason: Text): Promise<void> {
  const userId = payout.user_id
  const returned = fromCents(payout.returned_cents)
  const rest = plus(micros(payout.amount), minus(returned))
  const net = plus(rest, minus(micros(payout.fee)))
  const about = { userId, occurredAt: now, facts: { payoutId: payout.id, reason: reason } }
  await post(tx, [
    {
      ...about,
      sourceEvent: `payout:${payout.id}:uncompleted`,
      type: 'payout_uncompleted',
      lines: [
        { account: { kind: 'creator_paid' as const, userId }, amount: minus(net) },
        { account: { kind: 'fees' as const }, amount: minus(micros(payout.fee)) },
        { account: { kind: 'payout_clearing' as const }, amount: rest },
      ].filter(line => line.amount !== zero),
    },
    {
      ...about,
      sourceEvent: `payout:${payout.id}:returned`,
      type: 'payout_returned',
      lines: [
        { account: { kind: 'payout_clearing' }, amount: minus(rest) },
        { account: { kind: 'creator_payable', userId }, amount: rest },
      ],
    },
  ])
}

/** Nothing was sent, or it came back: the money returns to the creator's balance. Locked by the caller. */
export async function fail(tx: Tx, payout: PayoutRow, failure: Failure, now: Date): Promise<void> {
  const reason = failure.message
  if (payout.returned_cents > 0) await takeBackRest(tx, payout, now, reason)
  else {
    if (payout.status === 'completed') await takeBack(tx, `payout:${payout.id}:completed`, now, reason)
    await takeBack(tx, `payout:${payout.id}`, now, reason)
  }
  await updatePayout(tx, payout.id, {
    status: 'failed',
    completed_at: null,
    failure_code: failure.code,
    failure_message: textColumn(reason),
    failure_actor: failure.actor,
  })
  await notify(tx, {
    userId: payout.user_id,
    videoId: null,
    type: 'payout_processed',
    title: notices.failedTitle,
    message: notices.failedMessage({
      problem: failure.message,
      sum: toDollars(micros(payout.amount)),
      byCreator: failure.actor === 'creator',
    }),
    link: '/earnings',
    eventKey: `payout_failed:${payout.id}`,
  })
}
