import { randomUUID } from 'node:crypto'
import type { PayoutMethod } from '#contract/money/payouts.ts'
import type { Deps } from '#server/deps.ts'
import { lockCreators, post } from '#server/ledger/index.ts'
import type { Database, Tx } from '#server/platform/db/database.ts'
import { AppError, notFound } from '#server/platform/http/errors.ts'
import { type Micros, minus, plus, zero } from '#server/platform/money.ts'
import { payeeCountryOf } from './countries.ts'
import { payoutJob } from './jobs.ts'
import { releaseHold } from './release.ts'
import { approvalFor, availableOf, feeOf, type PayoutFacts, refusalOfRequest } from './rules.ts'
import {
  findDestination,
  findGoing,
  findPayee,
  type PayoutRow,
  preferencesOf,
  unsafeFindPayout,
  wasPaid,
} from './store.ts'

export type PayoutDeps = Pick<Deps, 'jobs' | 'clock' | 'log'> & {
  db: Database
  config: Pick<Deps['config'], 'payouts'>
}

/**
 * Takes everything that can be paid out of a creator's balance and sets it on its way, once: whoever asks at the
 * same moment waits for the lock and finds the payout that is going.
 * @param origin 'request', or the period of the schedule, which pays once
 * @throws AppError conflict with the reason why nothing can be paid
 */
export async function requestPayout(
  { db, jobs, clock, config }: PayoutDeps,
  userId: string,
  origin: string,
): Promise<PayoutRow> {
  const { holdDays, approvalFrom, approveFirst, fee: fees } = config.payouts
  return db.transaction().execute(async tx => {
    await lockCreators(tx, [userId])
    const now = clock.now()
    const { method } = await payeeCountryOf(tx, userId, config.payouts.method)
    const payee = await findPayee(tx, userId)
    if (!payee) throw notFound('The account')
    const balances = await releaseHold(tx, userId, now, holdDays)
    const available = availableOf(balances)
    const destination = method === 'stripe' ? await findDestination(tx, userId) : undefined
    const { threshold } = (await preferencesOf(tx, [userId])).get(userId) ?? { threshold: zero }
    const refusal = refusalOfRequest({
      unpaid: plus(balances.pending, balances.payable),
      available,
      threshold,
      holdDays,
      emailVerified: payee.emailVerified,
      suspended: payee.suspended,
      inTransit: (await findGoing(tx, userId)) !== undefined,
      destinationReady: method === 'manual' || destination?.ready === true,
    })
    if (refusal) throw new AppError('conflict', refusal)
    const first = approveFirst && !(await wasPaid(tx, userId))
    const approval = approvalFor({ amount: available, first }, approvalFrom)
    const made = await takeOut(tx, {
      userId,
      amount: available,
      fee: method === 'stripe' ? feeOf(available, fees) : zero,
      method,
      destination: destination?.account_id ?? null,
      approval,
      first,
      holdReason: null,
      origin,
      now,
    })
    if (method === 'stripe' && approval === 'not_needed')
      await jobs.send(tx, payoutJob, { payoutId: made.id })
    return made
  })
}

export interface NewPayout {
  userId: string
  amount: Micros
  fee: Micros
  method: PayoutMethod
  destination: string | null
  approval: PayoutFacts['approval']
  /** whether it is looked at as their first */
  first: boolean
  holdReason: string | null
  origin: string
  now: Date
}

/** Takes an amount out of what can be paid and makes it a payout that waits. The creator must be locked. */
export async function takeOut(tx: Tx, p: NewPayout): Promise<PayoutRow> {
  const id = randomUUID()
  await tx
    .insertInto('payouts')
    .values({
      id,
      user_id: p.userId,
      amount: Number(p.amount),
      fee: Number(p.fee),
      method: p.method,
      destination: p.destination,
      status: 'pending',
      approval: p.approval,
      first: p.first,
      hold_reason: p.holdReason,
      origin: p.origin,
      created_at: p.now,
    })
    .execute()
  await post(tx, [
    {
      sourceEvent: `payout:${id}`,
      type: 'payout',
      userId: p.userId,
      facts: { payoutId: id, fee: String(p.fee), method: p.method },
      occurredAt: p.now,
      lines: [
        { account: { kind: 'creator_payable', userId: p.userId }, amount: minus(p.amount) },
        { account: { kind: 'payout_clearing' }, amount: p.amount },
      ],
    },
  ])
  return (await unsafeFindPayout(tx, id)) as PayoutRow
}
