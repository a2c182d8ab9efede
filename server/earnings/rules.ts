import { baseRatePerView } from '#contract/constants.ts'
import { milestones } from '#contract/money-constants.ts'
import { type Micros, micros, microsPerDollar } from '#server/platform/money.ts'

/** Views that a projection assumes for one published video. */
const projectedViews = 1000

/**
 * What one video may earn: 50 × (1 + 2 × average highlight score), in dollars.
 * 50 is the base rate times the assumed views; 1 + 2 × score is the viral multiplier.
 */
export function projectVideo(highlightScores: number[]): number {
  const average = highlightScores.length
    ? highlightScores.reduce((a, b) => a + b, 0) / highlightScores.length
    : 0
  return projectedViews * baseRatePerView * (1 + 2 * average)
}

export const toCents = (dollars: number): number => Math.round(dollars * 100) / 100

/** The price of a view: what platforms, score and plan were when it was counted. */
export interface Price {
  /** in ten-thousandths, 0 to 10000 */
  viralScore: number
  /** of the creator's plan, in tenths */
  planMultiplier: number
}

/**
 * What so many views earn before the split: 0.05 dollars × views × (1 + 2 × viral score) × plan multiplier.
 * Exact: a view is worth (5000 + score in ten-thousandths) × (multiplier in tenths) millionths.
 */
export function grossOf(views: number, { viralScore, planMultiplier }: Price): Micros {
  const ratePerView = BigInt(Math.round(baseRatePerView * Number(microsPerDollar)))
  const scaled = ratePerView * BigInt(views) * BigInt(10_000 + 2 * viralScore) * BigInt(planMultiplier)
  return micros(scaled / 100_000n)
}

export interface Sample extends Price {
  /** what the platform's counter said */
  views: number
  sampledAt: Date
}
/** Views from..to of a counter, all at one price. */
export interface Segment extends Price {
  from: number
  to: number
  /** when they were counted */
  sampledAt: Date
}

/**
 * What a counter's samples come to: stretches of views, each at the price of the sample that first showed them.
 * A counter that goes down takes the newest views away again, at the price they had. The order in which samples
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
    const { viralScore, planMultiplier, sampledAt, views: to } = sample
    const from = stack.at(-1)?.to ?? 0
    if (to > from) stack.push({ from, to, viralScore, planMultiplier, sampledAt })
  }
  return stack
}

/** The next milestone that these lifetime earnings have not reached; null after the last. */
export const nextMilestone = (earned: Micros): number | null =>
  milestones.find(m => earned < BigInt(m) * microsPerDollar) ?? null

export const reachedMilestones = (earned: Micros): number[] =>
  milestones.filter(m => earned >= BigInt(m) * microsPerDollar)
