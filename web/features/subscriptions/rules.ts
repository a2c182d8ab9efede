import { baseRatePerView, creatorShare } from '#contract/constants.ts'
import { liveSubscriptionStates, type PlanFacts } from '#contract/money/constants.ts'
import type { SubscriptionStatus } from '#contract/money/subscriptions.ts'

/** There is an active plan, which is changed instead of buying a second one. */
export const isGoing = ({ status }: Pick<SubscriptionStatus, 'status'>): boolean =>
  liveSubscriptionStates.includes(status)

/** Views per month from which a plan earns more than it costs; null if it raises nothing. */
export function breakEvenViews({
  price,
  multiplier,
  creatorShare: share,
}: Pick<PlanFacts, 'price' | 'multiplier' | 'creatorShare'>): number | null {
  const more = baseRatePerView * (share * multiplier - creatorShare)
  return more > 0 ? Math.ceil(price / more) : null
}
