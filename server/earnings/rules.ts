import { baseRatePerView } from '#contract/constants.ts'

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
