import { baseRatePerView, creatorShare } from '#contract/constants.ts'
import { liveSubscriptionStates, type PlanFacts } from '#contract/money/constants.ts'
import type { SubscriptionStatus } from '#contract/money/subscriptions.ts'

/** A plan is going that is changed rather than bought a second time. */
export const isGoing = ({ status }: Pick<SubscriptionStatus, 'status'>): boolean =>
  liveSubscriptionStates.includes(status)

/** From how many views a month on a plan brings its creator more than it costs; null for one that raises nothing. */
export function breakEvenViews({
  price,
  multiplier,
  creatorShare: share,
}: Pick<PlanFacts, 'price' | 'multiplier' | 'creatorShare'>): number | null {
  const more = baseRatePerView * (share * multiplier - creatorShare)
  return more > 0 ? Math.ceil(price / more) : null
}
