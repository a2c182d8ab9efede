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

/**
 * With keyframes only, pictures are seconds apart, so each differs from the last and blocks never match. What
 * remains are changes of look and color far beyond those of the surrounding keyframes.
 */
const keyframes = { look: 0.08, colors: 0.22, ratio: 3, around: 6, backSeconds: 4, backShare: 0.5 }

/** Frames at which a new shot starts, as far as keyframes show it. */
export function keyframeCuts({ picture, pictureHz }: Signals): number[] {
  const { looks, histogramDistance: colors } = picture
  const length = colors.length
  const changed: { frame: number; look: number }[] = []
  for (let i = 1; i < length; i++) {
    const look = lookDistance(looks, i - 1, i)
    if (look > 0 || colors[i]! > 0) changed.push({ frame: i, look })
  }
  return changed.flatMap(({ frame, look }, k) => {
    const around = [
      ...changed.slice(Math.max(0, k - keyframes.around), k),
      ...changed.slice(k + 1, k + 1 + keyframes.around),
    ]
    const usual = median(around.map(other => other.look)) || 0
    if (look < Math.max(keyframes.look, keyframes.ratio * usual) || colors[frame]! < keyframes.colors)
      return []
    const until = Math.min(length - 1, frame + Math.round(keyframes.backSeconds * pictureHz))
    for (let i = frame + 1; i <= until; i++)
      if (lookDistance(looks, frame - 1, i) < keyframes.backShare * look) return []
    for (let i = Math.max(0, frame - 1 - Math.round(keyframes.backSeconds * pictureHz)); i < frame - 1; i++)
      if (lookDistance(looks, i, frame) < keyframes.backShare * look) return []
    return [frame]
  })
}
