import { baseRatePerView } from '#contract/constants.ts'
import { milestones } from '#contract/money/constants.ts'
import { type Micros, micros, microsPerDollar } from '#server/core/money.ts'
import {
  earningsOf,
  lowerOf,
  type PlanTerms,
  type Price,
  type Terms,
  viralMultiplierOf,
  wholeViews,
} from './policy.ts'

/** How long after its time a sample still counts; platforms' numbers are not kept longer either. */
const samplesKeptDays = 30
export const samplesKeptFrom = (now: Date): Date => new Date(now.getTime() - samplesKeptDays * 24 * 3600_000)

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

/**
 * The first of these ranges whose shares fit into an amount, the rest, and what is left of the amount. The range
 * that fits in part is split where both parts together are worth exactly the whole.
 * @param ready ranges that have a price, in the order in which they are to be posted
 * @param multipliers in tenths, of all plans: a part can later lose its plan
 */
export function fitting<R extends { segment: Segment }>(
  ready: readonly R[],
  amount: Micros,
  multipliers: readonly number[],
): { fits: R[]; waits: R[]; left: Micros } {
  const fits: R[] = []
  let left = amount
  for (const [i, one] of ready.entries()) {
    const { segment } = one
    const { from, to } = segment
    const terms = termsOfSegment(segment) as Terms
    const share = (views: number) => earningsOf(views, terms).creator
    if (share(to - from) <= left) {
      fits.push(one)
      left = micros(left - share(to - from))
      continue
    }
    const step = wholeViews(terms, multipliers)
    // What is worth nothing fits into any amount above zero, so a step has a price here.
    const part = left > 0n ? Number(left / share(step)) * step : 0
    const rest = ready.slice(i + 1)
    if (part === 0) return { fits, waits: [one, ...rest], left }
    fits.push({ ...one, segment: { ...segment, to: from + part } })
    return {
      fits,
      waits: [{ ...one, segment: { ...segment, from: from + part } }, ...rest],
      left: micros(left - share(part)),
    }
  }
  return { fits, waits: [], left }
}

/** The next milestone above these lifetime earnings; null after the last. */
export const nextMilestone = (earned: Micros): number | null =>
  milestones.find(m => earned < BigInt(m) * microsPerDollar) ?? null

export const reachedMilestones = (earned: Micros): number[] =>
  milestones.filter(m => earned >= BigInt(m) * microsPerDollar)
