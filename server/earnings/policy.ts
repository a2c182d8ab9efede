import { baseRatePerView, viralBonusMax } from '#contract/constants.ts'
import type { PlanFacts } from '#contract/money/constants.ts'
import { type Micros, micros, microsPerDollar, split } from '#server/core/money.ts'

/** What a view of a video is worth without a plan. */
export interface Price {
  /** millionths of a dollar */
  ratePerView: number
  /** in ten-thousandths, 0 to 10000 */
  viralScore: number
  /** in ten-thousandths */
  viralMultiplier: number
}
/** What a plan makes of it. */
export interface PlanTerms {
  /** in tenths */
  planMultiplier: number
  /** the creator's percentage, 0 to 100 */
  creatorPercent: number
}

/**
 * The terms on which a view earns. They are fixed when the view is counted and stored with its sample and its
 * ledger entry. Reversals, checks and explanations read the entry, so a policy change doesn't affect earlier
 * views. Whole numbers, so that amounts are exact.
 */
export interface Terms extends Price, PlanTerms {}

const viralScale = 10_000
const planScale = 10

/** The viral multiplier grows with the score from 1 to its maximum. @param score 0 to 1 */
export const viralMultiplierOf = (score: number): number => 1 + (viralBonusMax - 1) * score

/** The current rate, in millionths of a dollar. */
export const currentRate = Math.round(baseRatePerView * Number(microsPerDollar))

/** The viral part of a price. @param score 0 to 1 */
export function viralTerms(score: number): Pick<Price, 'viralScore' | 'viralMultiplier'> {
  const viralScore = Math.round(score * viralScale)
  return {
    viralScore,
    viralMultiplier: Math.round(viralMultiplierOf(viralScore / viralScale) * viralScale),
  }
}

export const planTermsOf = (plan: Pick<PlanFacts, 'multiplier' | 'creatorShare'>): PlanTerms => ({
  planMultiplier: Math.round(plan.multiplier * planScale),
  creatorPercent: Math.round(plan.creatorShare * 100),
})

/** The current terms for a video with this viral score (0 to 1) whose creator has this plan. */
export const termsOf = (score: number, plan: Pick<PlanFacts, 'multiplier' | 'creatorShare'>): Terms => ({
  ratePerView: currentRate,
  ...viralTerms(score),
  ...planTermsOf(plan),
})

/** The lower of the plans at the two counts between which views came; the later one when both are alike. */
export const lowerOf = (before: PlanTerms, seen: PlanTerms): PlanTerms =>
  before.planMultiplier < seen.planMultiplier ? before : seen

/** What these views earn (rate × views × viral multiplier × plan multiplier), and how that is split. */
export function earningsOf(
  views: number,
  { ratePerView, viralMultiplier, planMultiplier, creatorPercent }: Terms,
): { gross: Micros; creator: Micros; platform: Micros } {
  const scaled = BigInt(ratePerView) * BigInt(views) * BigInt(viralMultiplier) * BigInt(planMultiplier)
  const gross = micros(scaled / BigInt(viralScale * planScale))
  return { gross, ...split(gross, creatorPercent) }
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
const multiple = (a: number, b: number): number => (a / divisor(a, b)) * b

/**
 * How many views at least are worth whole millionths, gross and share, on these terms and with each of these plan
 * multipliers (in tenths). Views that are split at a multiple of it lose nothing to rounding.
 */
export function wholeViews(
  { ratePerView, viralMultiplier, planMultiplier, creatorPercent }: Terms,
  multipliers: readonly number[],
): number {
  const scale = viralScale * planScale
  return [planMultiplier, ...multipliers]
    .map(tenths => ratePerView * viralMultiplier * tenths)
    .flatMap(each => [
      scale / divisor(scale, each),
      (scale * 100) / divisor(scale * 100, each * creatorPercent),
    ])
    .reduce(multiple, 1)
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

export const priceFromFacts = (facts: TermFacts): Price => ({
  ratePerView: Math.round(Number(facts.ratePerView) * Number(microsPerDollar)),
  viralScore: Math.round(facts.viralScore * viralScale),
  viralMultiplier: Math.round(facts.viralMultiplier * viralScale),
})

/** Whether these terms are better than the free plan's: such views are shown as premium views. */
export const arePremium = ({ planMultiplier }: Terms): boolean => planMultiplier > planScale
