import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { PayoutMethod } from '#contract/money/payouts.ts'
import { sentences } from '#sentences/payouts.ts'
import type { Database, Tx } from '#server/core/db/database.ts'
import { textColumn } from '#server/core/db/json.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { defineJob } from '#server/core/jobs/definition.ts'
import { type Micros, minus, plus, zero } from '#server/core/money.ts'
import type { Sentence } from '#server/core/sentences.ts'
import type { Deps } from '#server/deps.ts'
import { lockCreators, post } from '#server/ledger/index.ts'
import { payeeCountriesOf } from './countries.ts'
import { balancesAfterHolds, releaseHolds } from './release.ts'
import { approvalFor, availableOf, feeOf, type PayoutFacts, refusalOfRequest } from './rules.ts'
import {
  destinationsOf,
  goingOf,
  type PayoutRow,
  paidBefore,
  paidFor,
  payeesOf,
  preferencesOf,
} from './store.ts'

export type PayoutDeps = Pick<Deps, 'jobs' | 'clock' | 'log'> & {
  db: Database
  config: Pick<Deps['config'], 'payouts'>
}

/** Sends one payout, or finds out what happened to it. */
export const payoutJob = defineJob({
  name: 'payouts.send',
  schema: z.object({ payoutId: z.uuid() }),
  key: data => data.payoutId,
  // With growing pauses, for some hours. The hourly round continues after that.
  retries: 40,
  timeoutSeconds: 120,
  // A transfer mostly waits for Stripe's answer: at 0.3 s each, eight workers send 20 to 25 a second, two
  // only 5.
  concurrency: 8,
})

/** The facts that decide a page of people's payouts, read in one go. The creators must be locked. */
async function factsOf(
  tx: Tx,
  { config }: PayoutDeps,
  userIds: readonly string[],
  origin: string,
  now: Date,
) {
  const { method, holdDays, approveFirst } = config.payouts
  return {
    countries: await payeeCountriesOf(tx, userIds, method),
    payees: await payeesOf(tx, userIds),
    balances: await balancesAfterHolds(tx, userIds, now, holdDays),
    destinations: await destinationsOf(tx, userIds),
    preferences: await preferencesOf(tx, userIds),
    going: await goingOf(tx, userIds),
    paidForPeriod: await paidFor(tx, userIds, origin),
    paid: approveFirst ? await paidBefore(tx, userIds) : null,
  }
}

/** One person's payout to create. @throws AppError with the reason when nothing can be paid */
function decide(
  userId: string,
  facts: Awaited<ReturnType<typeof factsOf>>,
  { holdDays, approvalFrom, fee }: PayoutDeps['config']['payouts'],
): Omit<NewPayout, 'origin' | 'now'> {
  const payee = facts.payees.get(userId)
  const balances = facts.balances.get(userId)
  const method = facts.countries.get(userId)?.method
  const preferences = facts.preferences.get(userId)
  if (!payee || !balances || !method || !preferences) throw notFound('account')
  if (facts.paidForPeriod.has(userId)) throw new AppError('conflict', sentences.alreadyPaid)
  const available = availableOf(balances)
  const destination = method === 'stripe' ? facts.destinations.get(userId) : undefined
  const refusal = refusalOfRequest({
    unpaid: plus(balances.pending, balances.payable),
    available,
    threshold: preferences.threshold,
    holdDays,
    emailVerified: payee.emailVerified,
    suspended: payee.suspended,
    inTransit: facts.going.has(userId),
    destinationReady: method === 'manual' || destination?.ready === true,
  })
  if (refusal) throw new AppError('conflict', refusal)
  const first = facts.paid !== null && !facts.paid.has(userId)
  return {
    userId,
    amount: available,
    fee: method === 'stripe' ? feeOf(available, fee) : zero,
    method,
    destination: destination?.account_id ?? null,
    approval: approvalFor({ amount: available, first }, approvalFrom),
    first,
    holdReason: null,
  }
}

/**
 * Takes everything payable out of these people's balances and creates their payouts, in one transaction whose
 * number of statements doesn't depend on the number of people.
 * @returns for each person their payout, or why nothing can be paid
 */
export async function requestPayouts(
  deps: PayoutDeps,
  userIds: readonly string[],
  origin: string,
): Promise<Map<string, PayoutRow | AppError>> {
  return deps.db.transaction().execute(async tx => {
    await lockCreators(tx, userIds)
    const now = deps.clock.now()
    const facts = await factsOf(tx, deps, userIds, origin, now)
    const outcomes = new Map<string, PayoutRow | AppError>()
    const payable: NewPayout[] = []
    for (const userId of userIds)
      try {
        payable.push({ ...decide(userId, facts, deps.config.payouts), origin, now })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        outcomes.set(userId, error)
      }
    const paid = new Set(payable.map(p => p.userId))
    const released = [...facts.balances].filter(([userId]) => paid.has(userId))
    await releaseHolds(tx, released, now, deps.config.payouts.holdDays)
    const made = await takeOut(tx, payable)
    const ready = [...made.values()].filter(p => p.method === 'stripe' && p.approval === 'not_needed')
    await deps.jobs.sendAll(
      tx,
      payoutJob,
      ready.map(({ id }) => ({ payoutId: id })),
    )
    return new Map([...outcomes, ...made])
  })
}

/**
 * Creates one person's payout, only once: a simultaneous request waits for the lock and finds the pending
 * payout.
 * @param origin 'request', or the schedule's period, which pays once
 * @throws AppError conflict with the reason when nothing can be paid
 */
export async function requestPayout(deps: PayoutDeps, userId: string, origin: string): Promise<PayoutRow> {
  const outcome = (await requestPayouts(deps, [userId], origin)).get(userId)
  if (!outcome) throw notFound('account')
  if (outcome instanceof AppError) throw outcome
  return outcome
}

export interface NewPayout {
  userId: string
  amount: Micros
  fee: Micros
  method: PayoutMethod
  destination: string | null
  approval: PayoutFacts['approval']
  /** whether it is reviewed as the person's first */
  first: boolean
  holdReason: Sentence | null
  origin: string
  now: Date
}

/**
 * Moves amounts from payable balances into waiting payouts. The creators must be locked.
 * @returns the payouts by user id
 */
export async function takeOut(tx: Tx, payouts: readonly NewPayout[]): Promise<Map<string, PayoutRow>> {
  if (payouts.length === 0) return new Map()
  const withIds = payouts.map(p => ({ ...p, id: randomUUID() as string }))
  const rows = await tx
    .insertInto('payouts')
    .values(
      withIds.map(p => ({
        id: p.id,
        user_id: p.userId,
        amount: Number(p.amount),
        fee: Number(p.fee),
        method: p.method,
        destination: p.destination,
        status: 'pending',
        approval: p.approval,
        first: p.first,
        hold_reason: textColumn(p.holdReason),
        origin: p.origin,
        created_at: p.now,
      })),
    )
    .returningAll()
    .execute()
  await post(
    tx,
    withIds.map(p => ({
      sourceEvent: `payout:${p.id}`,
      type: 'payout',
      userId: p.userId,
      facts: { payoutId: p.id, fee: String(p.fee), method: p.method },
      occurredAt: p.now,
      lines: [
        { account: { kind: 'creator_payable', userId: p.userId }, amount: minus(p.amount) },
        { account: { kind: 'payout_clearing' }, amount: p.amount },
      ],
    })),
  )
  return new Map(rows.map(row => [row.user_id, row]))
}
