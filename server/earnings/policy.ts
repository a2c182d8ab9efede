import { baseRatePerView, viralBonusMax } from '#contract/constants.ts'
import type { PlanFacts } from '#contract/money/constants.ts'
import { type Micros, micros, microsPerDollar, split } from '#server/platform/money.ts'

/**
 * The terms on which a view earns. They are fixed when the view is counted and stored with its sample and its
 * ledger entry. Reversals, checks and explanations read the entry, so a policy change doesn't affect earlier
 * views. Whole numbers, so that amounts are exact.
 */
export interface Terms {
  /** millionths of a dollar */
  ratePerView: number
  /** in ten-thousandths, 0 to 10000 */
  viralScore: number
  /** in ten-thousandths */
  viralMultiplier: number
  /** of the creator's plan, in tenths */
  planMultiplier: number
  /** the creator's percentage, 0 to 100 */
  creatorPercent: number
}

const viralScale = 10_000
const planScale = 10

/** The viral multiplier grows with the score from 1 to its maximum. @param score 0 to 1 */
export const viralMultiplierOf = (score: number): number => 1 + (viralBonusMax - 1) * score

/** The current terms for a video with this viral score (0 to 1) whose creator has this plan. */
export function termsOf(score: number, plan: Pick<PlanFacts, 'multiplier' | 'creatorShare'>): Terms {
  const viralScore = Math.round(score * viralScale)
  return {
    ratePerView: Math.round(baseRatePerView * Number(microsPerDollar)),
    viralScore,
    viralMultiplier: Math.round(viralMultiplierOf(viralScore / viralScale) * viralScale),
    planMultiplier: Math.round(plan.multiplier * planScale),
    creatorPercent: Math.round(plan.creatorShare * 100),
  }
}

/** What these views earn (rate × views × viral multiplier × plan multiplier), and how that is split. */
export function earningsOf(
  views: number,
  { ratePerView, viralMultiplier, planMultiplier, creatorPercent }: Terms,
): { gross: Micros; creator: Micros; platform: Micros } {
  const scaled = BigInt(ratePerView) * BigInt(views) * BigInt(viralMultiplier) * BigInt(planMultiplier)
  const gross = micros(scaled / BigInt(viralScale * planScale))
  return { gross, ...split(gross, creatorPercent) }
}

/** The terms in an entry's facts: dollars, plain multipliers and percent. */
export const termsAsFacts = (terms: Terms) => ({
  ratePerView: String(terms.ratePerView / Number(microsPerDollar)),
  viralScore: terms.viralScore / viralScale,
  viralMultiplier: terms.viralMultiplier / viralScale,
  planMultiplier: terms.planMultiplier / planScale,
  creatorPercent: terms.creatorPercent,
})
export type TermFacts = ReturnType<typeof termsAsFacts>

export const termsFromFacts = (facts: TermFacts): Terms => ({
  ratePerView: Math.round(Number(facts.ratePerView) * Number(microsPerDollar)),
  viralScore: Math.round(facts.viralScore * viralScale),
  viralMultiplier: Math.round(facts.viralMultiplier * viralScale),
  planMultiplier: Math.round(facts.planMultiplier * planScale),
  creatorPercent: facts.creatorPercent,
})

/** Whether these terms are better than the free plan's: such views are shown as premium views. */
export const arePremium = ({ planMultiplier }: Terms): boolean => planMultiplier > planScale
