import { median } from '../math.ts'
import { lookColumns, lookRows, lookSize } from '../signals/planes.ts'
import type { Signals } from '../types.ts'

/**
 * Shade, low sun and the camera's exposure change a whole picture at once, and with it colors, contrast and
 * every block's match, just as a cut does. What remains is the pattern of light and dark: the looks before
 * and after, with mean and contrast removed, are as similar as neighboring frames of one take.
 */
const rules = {
  /** a significant change of brightness: natural logarithm of the contrast, or levels of luma */
  contrast: 0.1,
  levels: 7.5,
  /**
   * difference of normalized looks (1 minus their correlation) relative to the usual one, below which only
   * the light changed
   */
  ratio: 2.05,
  /** looks that differ by less are the same whatever is usual */
  same: 0.035,
  /** and with this difference a higher ratio is allowed */
  alike: { difference: 0.07, ratio: 3.8 },
  /** frames compared on each side, and frames that serve as the baseline */
  reach: 3,
  beside: [6, 7, 8, 9, 10, 11, 12],
  /** for a dissolve: the looks on its two sides */
  dissolve: { ratio: 1.65, difference: 0.25 },
  leastUsual: 0.003,
}

const cells = lookColumns * lookRows

interface Freed {
  values: Float32Array
  mean: number
  deviation: number
}

/** Distinguishes changes of light from shot changes, frame by frame. */
export function lightChanges({ picture: { looks } }: Signals) {
  const count = looks.length / lookSize
  const known = new Map<number, Freed>()
  const freed = (frame: number): Freed => {
    const seen = known.get(frame)
    if (seen) return seen
    const cut = Float32Array.from(looks.subarray(frame * lookSize, frame * lookSize + cells))
    const mean = cut.reduce((sum, value) => sum + value, 0) / cells
    const deviation = Math.sqrt(cut.reduce((sum, value) => sum + (value - mean) ** 2, 0) / cells) || 1
    const made = { values: cut.map(value => (value - mean) / deviation), mean, deviation }
    known.set(frame, made)
    return made
  }
  const difference = (a: number, b: number): number => {
    const [first, second] = [freed(a), freed(b)]
    let along = 0
    for (let i = 0; i < cells; i++) along += first.values[i]! * second.values[i]!
    return 1 - along / cells
  }
  /** Smallest difference between a frame before `frame` and one at or after it. */
  const leastAround = (frame: number): number => {
    let least = Number.NaN
    for (let a = Math.max(0, frame - rules.reach); a < frame; a++)
      for (let b = frame; b < Math.min(count, frame + rules.reach); b++)
        least = Math.min(Number.isNaN(least) ? Number.POSITIVE_INFINITY : least, difference(a, b))
    return least
  }
  const changesLight = (before: number, after: number): boolean => {
    const [first, second] = [freed(Math.max(0, before)), freed(Math.min(count - 1, after))]
    return (
      Math.abs(Math.log(second.deviation / first.deviation)) >= rules.contrast ||
      Math.abs(second.mean - first.mean) >= rules.levels
    )
  }
  const beside = (frame: number, of: (at: number) => number) =>
    rules.beside
      .flatMap(away => [frame - away, frame + away])
      .map(at => (at > 0 && at < count ? of(at) : Number.NaN))
  return {
    /** Whether only the light changes at a frame that looks like a hard cut. */
    at(frame: number): boolean {
      if (!changesLight(frame - 2, frame + 2)) return false
      const here = leastAround(frame)
      if (here < rules.same) return true
      const ratio = here / Math.max(rules.leastUsual, median(beside(frame, leastAround)) || 0)
      return ratio < rules.ratio || (here < rules.alike.difference && ratio < rules.alike.ratio)
    },
    /** Whether only the light changes over what looks like a dissolve. */
    over(middle: number, half: number): boolean {
      const [before, after] = [middle - half, middle + half]
      if (before < 0 || after >= count || !changesLight(before, after)) return false
      const here = difference(before, after)
      const usual = beside(middle, at => {
        const other = at < middle ? at - 2 * half : at + 2 * half
        return other >= 0 && other < count ? difference(at, other) : Number.NaN
      })
      const ratio = here / Math.max(rules.leastUsual, median(usual) || 0)
      return ratio < rules.dissolve.ratio && here < rules.dissolve.difference
    },
  }
}
