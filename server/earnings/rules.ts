import { baseRatePerView } from '#contract/constants.ts'
import { milestones } from '#contract/money/constants.ts'
import { type Micros, microsPerDollar } from '#server/platform/money.ts'
import { lowerOf, type PlanTerms, type Price, type Terms, viralMultiplierOf } from './policy.ts'

/** Views that a projection assumes for one published video. */
const projectedViews = 1000

/**
 * A video's projected earnings in dollars: the base rate times the assumed views (50 dollars) times the viral
 * multiplier of the average highlight score.
 */
export function projectVideo(highlightScores: number[]): number {
  const average = highlightScores.length
    ? highlightScores.reduce((a, b) => a + b, 0) / highlightScores.length
    : 0
  return projectedViews * baseRatePerView * viralMultiplierOf(average)
}

export const toCents = (dollars: number): number => Math.round(dollars * 100) / 100

/** A price that may not be known yet: a video's viral score. */
export type OpenPrice = Pick<Price, 'ratePerView'> & {
  [Part in 'viralScore' | 'viralMultiplier']: Price[Part] | null
}
export interface Sample extends OpenPrice, PlanTerms {
  /** the value of the platform's counter */
  views: number
  sampledAt: Date
}
/** Views from..to of a counter that came between two counts. */
export interface Segment extends OpenPrice {
  from: number
  to: number
  /** when they were first counted, and the plan then */
  sampledAt: Date
  seen: PlanTerms
  /** the count before it, and the plan then */
  since: Date
  before: PlanTerms
}

/** The terms on which a range of views earns; null as long as it has no price. */
export function termsOfSegment({ ratePerView, viralScore, viralMultiplier, ...s }: Segment): Terms | null {
  if (viralScore === null || viralMultiplier === null) return null
  return { ratePerView, viralScore, viralMultiplier, ...lowerOf(s.before, s.seen) }
}

/** The views that a sample adds to a counter that stood at `from`. */
export const segmentTo = (
  { views: to, sampledAt, planMultiplier, creatorPercent, ...price }: Sample,
  last: PlanTerms & { sampledAt: Date },
  from: number,
): Segment => ({
  ...price,
  from,
  to,
  sampledAt,
  seen: { planMultiplier, creatorPercent },
  since: last.sampledAt,
  before: { planMultiplier: last.planMultiplier, creatorPercent: last.creatorPercent },
})

/**
 * Converts a counter's samples to ranges of views, each on the terms of the sample that first showed them and
 * the one before it. A falling counter removes the newest views, on the terms they had. Only the samples' times
 * matter, not their order of arrival.
 * @param base ranges up to the first of these samples, lowest first
 */
export function segmentsOf(base: readonly Segment[], samples: readonly Sample[]): Segment[] {
  const stack = [...base]
  const [first, ...rest] = [...samples].sort((a, b) => a.sampledAt.getTime() - b.sampledAt.getTime())
  let last = first
  for (const sample of rest) {
    let top = stack.at(-1)
    while (top && top.from >= sample.views) {
      stack.pop()
      top = stack.at(-1)
    }
    if (top && top.to > sample.views) stack.splice(-1, 1, { ...top, to: sample.views })
    const from = stack.at(-1)?.to ?? 0
    if (sample.views > from) stack.push(segmentTo(sample, last as Sample, from))
    last = sample
  }
  return stack
}

/** The next milestone above these lifetime earnings; null after the last. */
export const nextMilestone = (earned: Micros): number | null =>
  milestones.find(m => earned < BigInt(m) * microsPerDollar) ?? null

export const reachedMilestones = (earned: Micros): number[] =>
  milestones.filter(m => earned >= BigInt(m) * microsPerDollar)
