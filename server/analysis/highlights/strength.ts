import type { Highlight } from '#contract/analysis.ts'

/**
 * How strong a moment is, 0 to 1. Prices, reels and pictures follow it and not the score, so a new calibration moves
 * none of them. In results of before version 6 the score was the strength.
 */
export const strengthOfMoment = ({ strength, score }: Pick<Highlight, 'strength' | 'score'>): number =>
  strength ?? score
