import { mad, mean, median } from '../math.ts'
import type { PictureFeatures, Signals } from '../types.ts'
import { comesBack, lookDistance } from './look.ts'

/**
 * A hard cut changes the colors and leaves no matching block, in one frame only. The evidence is the
 * geometric mean of histogram distance and residual; both must stand out from the surrounding frames, because
 * a rough ride always has both (after PySceneDetect's adaptive detector).
 */
const rules = {
  evidence: 0.12,
  ratio: 2.2,
  neighbors: 0.25,
  /**
   * such a large change of colors is sufficient; a smaller one, as within one landscape, also needs blocks
   * without a match
   */
  colors: 0.2,
  lost: 0.17,
  lostRest: 4.5,
  restless: 0.02,
  lostColors: 0.03,
  lostColorsRatio: 1.5,
  alone: 0.6,
  /**
   * with unchanged colors: not even frames further apart match across it, compared with neighboring frames
   */
  severed: { rise: 0.14, rest: 3, ratio: 1.33, over: 0.12, alone: 0.35 },
  around: 0.75,
  /** looks that differ by less can't be a flash, because nothing could come back */
  flashLook: 0.05,
}

/**
 * Whether blocks lose their match in frame `i` and recover at once: flare and jolts last several frames, and
 * when a camera is jolted, the frames before and after match each other.
 */
function losesAllAtOnce({ residual, severed }: PictureFeatures, i: number, reach: number) {
  const left = residual.subarray(Math.max(1, i - reach), i)
  const right = residual.subarray(i + 1, i + 1 + reach)
  const before = median(left)
  const after = median(right)
  const usual = Math.max(before, after)
  const rise = residual[i]! - usual
  const restless = Math.max(rules.restless, mad(left, before), mad(right, after))
  const isAlone = (share: number) =>
    residual[i - 1]! < before + rise * share && residual[i + 1]! < after + rise * share
  const { severed: across } = rules
  return {
    lost: rise > rules.lost && rise > rules.lostRest * restless && isAlone(rules.alone),
    severed:
      rise > across.rise &&
      rise > across.rest * restless &&
      isAlone(across.alone) &&
      severed[i]! > Math.max(across.ratio * usual, across.over + usual),
  }
}

/** Frames at which a new shot starts abruptly. */
export function hardCuts({ picture, pictureHz }: Signals): number[] {
  const { residual, histogramDistance: colors, looks } = picture
  const length = residual.length
  const evidence = colors.map((distance, i) => Math.sqrt(distance * residual[i]!))
  const near = Math.max(2, Math.round(rules.neighbors * pictureHz))
  const wide = Math.max(3, Math.round(rules.around * pictureHz))
  const besides = (values: Float32Array, i: number, reach: number) => [
    ...values.subarray(Math.max(1, i - reach), i),
    ...values.subarray(i + 1, i + 1 + reach),
  ]
  const found: number[] = []
  for (let i = 1; i < length - 1; i++) {
    const here = evidence[i]!
    const peak = here >= rules.evidence && here >= evidence[i - 1]! && here >= evidence[i + 1]!
    if (!peak && !picture.severed[i]) continue
    const blocks = losesAllAtOnce(picture, i, wide)
    const lost =
      blocks.lost &&
      colors[i]! > Math.max(rules.lostColors, rules.lostColorsRatio * median(besides(colors, i, wide)))
    const stands =
      colors[i]! >= rules.colors && here >= rules.ratio * Math.max(0.02, mean(besides(evidence, i, near)))
    if (!(peak && (lost || stands)) && !blocks.severed) continue
    if (lookDistance(looks, i - 1, i) > rules.flashLook && comesBack(looks, pictureHz, i - 1, i)) continue
    found.push(i)
  }
  return found
}
