/**
 * Frames a second that every platform we post to accepts: the strictest take 24 to 60 (docs/publishing.md).
 */
export const postedRates = { least: 24, most: 60 } as const

/** 24000/1001 counts as 24. */
const almost = 0.05

export const canPostRate = (fps: number): boolean =>
  fps >= postedRates.least - almost && fps <= postedRates.most + almost

/**
 * The rate of a file for platforms. A slow one is shown at its lowest multiple that they accept, so that each of its
 * frames lasts equally long.
 */
export function postedRate(fps: number): number {
  if (canPostRate(fps)) return fps
  return Math.min(postedRates.most, fps * Math.ceil(postedRates.least / fps))
}
