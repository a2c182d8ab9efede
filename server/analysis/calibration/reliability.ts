/** How reliable scores are: of finds scored about 0.8, about 8 in 10 should be right. */
export interface Reliability {
  finds: number
  /**
   * mean distance between score and share of right finds over the bins, weighted by finds; null without finds
   */
  expectedError: number | null
  bins: { from: number; to: number; finds: number; meanScore: number; rightShare: number }[]
}

type Scored = { score: number; right: boolean }

const binCount = 10

/**
 * Reliability table and expected calibration error in ten bins of equal width, as in Guo et al. 2017,
 * https://arxiv.org/abs/1706.04599. Empty bins are left out.
 */
export function reliability(finds: readonly Scored[]): Reliability {
  const bins = Array.from({ length: binCount }, (_, index) => {
    const inside = finds.filter(
      find => Math.min(binCount - 1, Math.floor(find.score * binCount + 1e-9)) === index,
    )
    const mean = (value: (find: Scored) => number) =>
      inside.reduce((sum, find) => sum + value(find), 0) / Math.max(1, inside.length)
    return {
      from: index / binCount,
      to: (index + 1) / binCount,
      finds: inside.length,
      meanScore: mean(find => find.score),
      rightShare: mean(find => (find.right ? 1 : 0)),
    }
  }).filter(bin => bin.finds > 0)
  return {
    finds: finds.length,
    expectedError:
      finds.length === 0
        ? null
        : bins.reduce((sum, bin) => sum + bin.finds * Math.abs(bin.meanScore - bin.rightShare), 0) /
          finds.length,
    bins,
  }
}

/** Mean distance between score and share of right finds, 0 to 1; null without finds. */
export const expectedCalibrationError = (finds: readonly Scored[]): number | null =>
  reliability(finds).expectedError
