import { baseRatePerView } from '#contract/constants.ts'
import { milestones } from '#contract/money/constants.ts'
import { type Micros, microsPerDollar } from '#server/platform/money.ts'
import { type Terms, viralMultiplierOf } from './policy.ts'

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

export interface Sample extends Terms {
  /** the value of the platform's counter */
  views: number
  sampledAt: Date
}
/** Views from..to of a counter, all on the same terms. */
export interface Segment extends Terms {
  from: number
  to: number
  /** when they were counted */
  sampledAt: Date
}

/**
 * Converts a counter's samples to ranges of views, each on the terms of the sample that first showed them. A
 * falling counter removes the newest views, on the terms they had. Only the samples' times matter, not their
 * order of arrival.
 * @param base ranges from before the first of these samples, lowest first
 */
export function segmentsOf(base: readonly Segment[], samples: readonly Sample[]): Segment[] {
  const stack = [...base]
  for (const sample of [...samples].sort((a, b) => a.sampledAt.getTime() - b.sampledAt.getTime())) {
    let top = stack.at(-1)
    while (top && top.from >= sample.views) {
      stack.pop()
      top = stack.at(-1)
    }
    if (top && top.to > sample.views) stack.splice(-1, 1, { ...top, to: sample.views })
    const { views: to, ...priced } = sample
    const from = stack.at(-1)?.to ?? 0
    if (to > from) stack.push({ ...priced, from, to })
  }
  return stack
}

/** The next milestone above these lifetime earnings; null after the last. */
export const nextMilestone = (earned: Micros): number | null =>
  milestones.find(m => earned < BigInt(m) * microsPerDollar) ?? null

export const reachedMilestones = (earned: Micros): number[] =>
  milestones.filter(m => earned >= BigInt(m) * microsPerDollar)
