import { liveSubscriptionStates, type Tier } from '#contract/money/constants.ts'
import type { SubscriptionState } from '#contract/money/subscriptions.ts'

/** How long a plan continues after a failed renewal, until another card is found. */
export const graceDays = 7
/** How long a quoted price is valid. */
export const quoteMinutes = 10
const dayMs = 24 * 3600_000

export interface Standing {
  status: SubscriptionState
  tier: Tier
  /** since when the renewal has been failing */
  pastDueSince: Date | null
  /** its payment is disputed or was refunded */
  paused: boolean
}

export const graceUntil = (since: Date): Date => new Date(since.getTime() + graceDays * dayMs)

/**
 * The plan a subscription currently entitles to, by Stripe's status and the grace period of a failed renewal.
 */
export function entitledTier(standing: Standing | null, now: Date): Tier {
  if (!standing) return 'free'
  const { status, tier, pastDueSince, paused } = standing
  if (paused) return 'free'
  if (status === 'active' || status === 'trialing') return tier
  if (status === 'past_due' && pastDueSince && now < graceUntil(pastDueSince)) return tier
  return 'free'
}

/** Whether an invoice paid on this day can still be refunded. @param days the guarantee */
export const withinGuarantee = (paidAt: Date, now: Date, days: number): boolean =>
  now.getTime() - paidAt.getTime() <= days * dayMs

export const isLive = (status: string): boolean => liveSubscriptionStates.includes(status)

/**
 * Stripe's fee for a charge in cents of the price's currency. An account that settles in another currency has
 * its fee in that one; it is converted back at the rate of the same transaction.
 */
export const feeInPrice = (charge: { amount: number }, settled: { amount: number; fee: number }): number =>
  Math.round((settled.fee * charge.amount) / settled.amount)
