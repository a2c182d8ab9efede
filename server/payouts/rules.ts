import type { PayoutFrequency } from '#contract/money/constants.ts'
import type {
  Payout,
  PayoutActor,
  PayoutApproval,
  PayoutMethod,
  PayoutStatus,
} from '#contract/money/payouts.ts'
import { sentences } from '#sentences/payouts.ts'
import {
  fromCents,
  larger,
  type Micros,
  micros,
  minus,
  nearestCents,
  plus,
  smaller,
  toDollars,
  wholeCents,
  zero,
} from '#server/core/money.ts'
import type { Sentence, Text } from '#server/core/sentences.ts'

const dayMs = 24 * 3600_000

/** The fee of a Stripe payout: whole cents, halves up, never the whole amount. */
export function feeOf(amount: Micros, { cents, percent }: { cents: number; percent: number }): Micros {
  // The percentage may have decimals, so compute in millionths of a percent.
  const part = micros((amount * BigInt(Math.round(percent * 1_000_000))) / 100_000_000n)
  const fee = plus(fromCents(cents), fromCents(nearestCents(part)))
  return larger(zero, smaller(fee, plus(amount, minus(fromCents(1)))))
}

/** The payable part of these balances: whole cents, less a debt in either. */
export function availableOf({ pending, payable }: { pending: Micros; payable: Micros }): Micros {
  return wholeCents(larger(zero, smaller(payable, plus(payable, pending))))
}

export interface RequestFacts {
  /** earned but not paid */
  unpaid: Micros
  available: Micros
  threshold: Micros
  holdDays: number
  emailVerified: boolean
  suspended: boolean
  inTransit: boolean
  destinationReady: boolean
}

/** Why a payout isn't possible now, as a sentence for the creator; null when it is. */
export function refusalOfRequest(f: RequestFacts): Sentence | null {
  if (!f.emailVerified) return sentences.confirmEmailToBePaid
  if (f.suspended) return sentences.suspended
  if (f.inTransit) return sentences.inTransit
  if (f.unpaid < f.threshold)
    return sentences.balanceTooSmall({ balance: toDollars(f.unpaid), threshold: toDollars(f.threshold) })
  if (f.available < f.threshold)
    return sentences.tooYoung({ available: toDollars(f.available), holdDays: f.holdDays })
  if (!f.destinationReady) return sentences.bankNeeded
  return null
}

/**
 * From a set amount on, a second person approves it. @param first whether it is reviewed as the person's
 * first
 */
export const approvalFor = (
  { amount, first }: { amount: Micros; first: boolean },
  approvalFromDollars: number,
): 'needed' | 'not_needed' =>
  first || amount >= fromCents(Math.round(approvalFromDollars * 100)) ? 'needed' : 'not_needed'

const utc = (y: number, m: number, d: number) => new Date(Date.UTC(y, m, d))

/** The start of the period containing a day, UTC. Weeks start on Monday. */
export function periodStart(frequency: PayoutFrequency, now: Date): Date {
  const [y, m, d] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  if (frequency === 'weekly') return utc(y, m, d - ((now.getUTCDay() + 6) % 7))
  return frequency === 'monthly' ? utc(y, m, 1) : utc(y, m - (m % 3), 1)
}

/** The day of the next scheduled payout: the start of the next period. */
export function nextPeriod(frequency: PayoutFrequency, now: Date): Date {
  const start = periodStart(frequency, now)
  const [y, m, d] = [start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate()]
  if (frequency === 'weekly') return utc(y, m, d + 7)
  return utc(y, m + (frequency === 'monthly' ? 1 : 3), 1)
}

/** A period's name, the same on every machine: 'weekly:2026-11-16'. */
export const periodName = (frequency: PayoutFrequency, now: Date): string =>
  `${frequency}:${periodStart(frequency, now).toISOString().slice(0, 10)}`

export interface PayoutFacts {
  status: PayoutStatus
  method: PayoutMethod
  approval: PayoutApproval
  /** whether it is reviewed as the person's first */
  first: boolean
  holdReason: Text | null
  suspended: boolean
  /** the money isn't at Stripe yet; the payee can't do anything about it */
  awaitingFunds: boolean
  /** a limit of the day stops it: the day's, the rider's, or it is larger than the limit itself */
  limitedBy: 'day' | 'rider' | 'size' | null
  net: Micros
  /** the part of it that came back */
  returned: Micros
  /** why the payee's bank refused it, as a sentence; null: no problem reported */
  bankProblem: Text | null
  failure: { code: string; message: Text; actor: PayoutActor | null } | null
}

type Standing = Pick<Payout, 'reasonCode' | 'whoMustAct'> & { reason: Text | null; nextStep: Sentence }

/** The outcome of a sent payout. */
function arrival({ method, net, returned, bankProblem }: PayoutFacts): Standing {
  const sum = toDollars(plus(net, minus(returned)))
  const byStripe = method === 'stripe'
  if (bankProblem)
    return {
      reason: bankProblem,
      reasonCode: 'bank_refused',
      whoMustAct: 'creator',
      nextStep: sentences.bankToCorrect({ sum }),
    }
  if (returned === zero)
    return {
      reason: null,
      reasonCode: null,
      whoMustAct: null,
      nextStep: byStripe ? sentences.atStripe({ sum }) : sentences.sentToYou({ sum }),
    }
  return {
    reason: sentences.partlyBack({ sum: toDollars(returned) }),
    reasonCode: 'partly_returned',
    whoMustAct: null,
    nextStep: byStripe ? sentences.atStripeRest({ sum }) : sentences.sentToYouRest({ sum }),
  }
}

/** A payout that waits to be sent. */
function waiting(p: PayoutFacts): Standing {
  const nothing = { reason: null, reasonCode: null, whoMustAct: null }
  const sum = toDollars(p.net)
  if (p.suspended)
    return {
      reason: sentences.yourSuspension,
      reasonCode: 'suspended',
      whoMustAct: 'staff',
      nextStep: sentences.suspendedNext,
    }
  if (p.approval === 'held')
    return {
      reason: p.holdReason ?? sentences.held,
      reasonCode: 'held',
      whoMustAct: 'staff',
      nextStep: sentences.heldNext,
    }
  if (p.approval === 'needed')
    return {
      reason: p.first ? sentences.firstPayout : sentences.bigPayout,
      reasonCode: 'approval_needed',
      whoMustAct: 'staff',
      nextStep: sentences.toApproveNext,
    }
  if (p.limitedBy)
    return {
      reason: { day: sentences.dayFull, rider: sentences.riderDayFull, size: sentences.aboveLimit }[
        p.limitedBy
      ],
      reasonCode: 'day_limit',
      whoMustAct: p.limitedBy === 'size' ? 'staff' : null,
      nextStep: p.limitedBy === 'size' ? sentences.aboveLimitNext : sentences.tomorrow({ sum }),
    }
  if (p.awaitingFunds) return { ...nothing, nextStep: sentences.scheduled({ sum }) }
  return p.method === 'manual'
    ? { ...nothing, whoMustAct: 'staff', nextStep: sentences.sentByStaff({ sum }) }
    : { ...nothing, nextStep: sentences.sentSoon({ sum }) }
}

/** Why a payout has its state, who has to act, and what happens next. */
export function standing(p: PayoutFacts): Standing {
  switch (p.status) {
    case 'completed':
      return arrival(p)
    case 'processing':
      return {
        reason: null,
        reasonCode: null,
        whoMustAct: null,
        nextStep: sentences.beingSent({ sum: toDollars(p.net) }),
      }
    case 'unknown':
      return {
        reason: sentences.unconfirmed,
        reasonCode: 'unconfirmed',
        whoMustAct: 'platform',
        nextStep: sentences.unconfirmedNext,
      }
    case 'failed':
      return {
        reason: p.failure?.message ?? null,
        reasonCode: p.failure?.code ?? null,
        whoMustAct: p.failure?.actor ?? null,
        nextStep: p.failure?.actor === 'creator' ? sentences.failedForCreator : sentences.failedForStaff,
      }
    default:
      return waiting(p)
  }
}

export interface Shortage {
  /** amount to add */
  cents: number
  /** the first day on which money is missing, 2026-11-23 */
  by: string
}

/**
 * The first day whose payouts the balance doesn't cover, and the total missing; null when all are covered.
 * Card payments count from tomorrow on, since they become available within two days.
 */
export function shortageOf(
  needs: readonly { by: string; cents: number }[],
  { availableCents, pendingCents }: { availableCents: number; pendingCents: number },
  today: string,
): Shortage | null {
  let needed = 0
  for (const { by, cents } of needs) {
    needed += cents
    const short = needed - availableCents - (by > today ? pendingCents : 0)
    if (short > 0) return { cents: short, by }
  }
  return null
}

/** Earnings before this time are past the hold period. */
export const holdCutoff = (now: Date, holdDays: number): Date => new Date(now.getTime() - holdDays * dayMs)

/** When earnings from a time become payable. */
export const holdEnd = (earned: Date, holdDays: number): Date => new Date(earned.getTime() + holdDays * dayMs)
