import { baseRatePerView } from '#contract/constants.ts'
import { milestones } from '#contract/money/constants.ts'
import { type Micros, microsPerDollar } from '#server/platform/money.ts'
import { type Terms, viralMultiplierOf } from './policy.ts'

/** Views that a projection assumes for one published video. */
const projectedViews = 1000

/**
 * What one video may earn, in dollars: the base rate times the assumed views (50 dollars) times the viral multiplier
 * of the average highlight score.
 */
export function projectVideo(highlightScores: number[]): number {
  const average = highlightScores.length
    ? highlightScores.reduce((a, b) => a + b, 0) / highlightScores.length
    : 0
  return projectedViews * baseRatePerView * viralMultiplierOf(average)
}

export const toCents = (dollars: number): number => Math.round(dollars * 100) / 100

export interface Sample extends Terms {
  /** what the platform's counter said */
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
 * What a counter's samples come to: stretches of views, each on the terms of the sample that first showed them.
 * A counter that goes down takes the newest views away again, on the terms they had. The order in which samples
 * arrive does not matter, only their times.
 * @param base stretches from before the first of these samples, lowest first
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

/** The next milestone that these lifetime earnings have not reached; null after the last. */
export const nextMilestone = (earned: Micros): number | null =>
  milestones.find(m => earned < BigInt(m) * microsPerDollar) ?? null

export const reachedMilestones = (earned: Micros): number[] =>
  milestones.filter(m => earned >= BigInt(m) * microsPerDollar)
