import { liveSubscriptionStates, type Tier } from '#contract/money/constants.ts'
import type { SubscriptionState } from '#contract/money/subscriptions.ts'

/** How long a plan goes on while its renewal fails and a card is found. */
export const graceDays = 7
/** How long a quoted price holds. */
export const quoteMinutes = 10
const dayMs = 24 * 3600_000

/** What is kept of an event of Stripe's. */
export interface StoredEvent {
  id: string
  type: string
  /** the connected account that it happened at; undefined: our own */
  account?: string
  data?: { object?: StripeObject }
  related_object?: { id: string; type: string }
}
interface StripeObject {
  id: string
  object?: string
  payment_intent?: string | null
}

export interface Standing {
  status: SubscriptionState
  tier: Tier
  /** since when a renewal has been failing */
  pastDueSince: Date | null
  /** its payment is disputed or was given back */
  paused: boolean
}

export const graceUntil = (since: Date): Date => new Date(since.getTime() + graceDays * dayMs)

/** The plan that a subscription entitles to now. Stripe's status decides, and the grace period of a failed renewal. */
export function entitledTier(standing: Standing | null, now: Date): Tier {
  if (!standing) return 'free'
  const { status, tier, pastDueSince, paused } = standing
  if (paused) return 'free'
  if (status === 'active' || status === 'trialing') return tier
  if (status === 'past_due' && pastDueSince && now < graceUntil(pastDueSince)) return tier
  return 'free'
}

/** Whether an invoice of this day may still be paid back. @param days the guarantee */
export const withinGuarantee = (paidAt: Date, now: Date, days: number): boolean =>
  now.getTime() - paidAt.getTime() <= days * dayMs

export const isLive = (status: string): boolean => liveSubscriptionStates.includes(status)

/**
 * Stripe's fee of a charge in cents of the price's currency. An account that settles in another currency has its fee
 * in that one; it is brought back at the rate of the same transaction.
 */
export const feeInPrice = (charge: { amount: number }, settled: { amount: number; fee: number }): number =>
  Math.round((settled.fee * charge.amount) / settled.amount)
