import type { Highlight } from '#contract/analysis.ts'

/**
 * A highlight's strength, 0 to 1. Prices, reels and thumbnails use it instead of the score, so that a new
 * calibration changes none of them. In results before version 6 the score was the strength.
 */
export const strengthOfMoment = ({ strength, score }: Pick<Highlight, 'strength' | 'score'>): number =>
  strength ?? score
