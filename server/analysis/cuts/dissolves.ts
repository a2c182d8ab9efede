import { median } from '../math.ts'
import { lookSize } from '../signals/planes.ts'
import type { Signals } from '../types.ts'
import { comesBack, lookDistance } from './look.ts'

/**
 * In a dissolve every frame is a mix of the looks before and after, in steadily changing shares. Two mixed
 * pictures have less fine contrast than either (an equal mix of different ones has half the energy), and a
 * mix's blocks find no good match. A pan also changes the look, but not along a straight line, and keeps its
 * contrast.
 */
const rules = {
  halves: [0.375, 0.5, 0.625],
  /** change of look relative to that in the surrounding seconds */
  ratio: 1.7,
  look: 0.036,
  /** the residual of the straight line, as a share of the change */
  error: 0.2,
  /** such a large loss of contrast permits more */
  deep: { contrast: 0.55, error: 0.32, look: 0.03, ratio: 1.5 },
  /** largest step of the share from frame to frame */
  step: 0.42,
  contrast: 0.72,
  /**
   * the same with the light removed: shade dims fine contrast along with everything else, and a mix of two
   * keeps half of it
   */
  unlit: { most: 0.66, least: 0.3 },
  residual: 1.1,
  around: { from: 0.8, to: 3.5 },
  apart: 1,
}

interface Mixture {
  error: number
  step: number
}

/** How closely the frames between `a` and `b` are mixes of the two. */
function mixture(looks: Uint8Array, a: number, b: number): Mixture {
  const at = a * lookSize
  const bt = b * lookSize
  let whole = 0
  for (let k = 0; k < lookSize; k++) whole += (looks[bt + k]! - looks[at + k]!) ** 2
  let error = 0
  let step = 0
  let before = 0
  for (let frame = a + 1; frame < b; frame++) {
    const ft = frame * lookSize
    let along = 0
    for (let k = 0; k < lookSize; k++)
      along += (looks[ft + k]! - looks[at + k]!) * (looks[bt + k]! - looks[at + k]!)
    const share = along / whole
    for (let k = 0; k < lookSize; k++)
      error += (looks[ft + k]! - looks[at + k]! - share * (looks[bt + k]! - looks[at + k]!)) ** 2 / whole
    step = Math.max(step, Math.abs(share - before))
    before = share
  }
  return { error: error / (b - a - 1), step: Math.max(step, 1 - before) }
}

/**
 * Fine contrast in the middle of a range of frames as a share of that at its ends; a mix of different
 * pictures has half.
 */
export function contrastWithin(sharpness: Float32Array, middle: number, half: number): number {
  const dip = Math.min(sharpness[middle - 1]!, sharpness[middle]!, sharpness[middle + 1]!)
  return dip / ((sharpness[middle - half]! + sharpness[middle + half]!) / 2)
}

const black = 16

/** Fine contrast as it would be in even light: it grows with the square of the brightness. */
const freedOfLight = ({ sharpness, luma }: Signals['picture']): Float32Array =>
  sharpness.map((energy, i) => energy / Math.max(black / 2, luma[i]! - black) ** 2)

/** Centers and half lengths of dissolves, in frames. */
export function dissolves({ picture, pictureHz }: Signals): { middle: number; half: number }[] {
  const { looks, sharpness, residual } = picture
  const length = sharpness.length
  const usualResidual = median(residual)
  const unlit = freedOfLight(picture)
  const candidates: { middle: number; half: number; weight: number }[] = []
  for (const seconds of rules.halves) {
    const half = Math.round(seconds * pictureHz)
    if (half < 2) continue
    const change = new Float32Array(length)
    for (let i = half; i < length - half; i++) change[i] = lookDistance(looks, i - half, i + half)
    const inner = Math.round(rules.around.from * pictureHz)
    const outer = Math.round(rules.around.to * pictureHz)
    for (let i = half; i < length - half; i++) {
      if (change[i]! < rules.deep.look || residual[i]! < rules.residual * usualResidual) continue
      const contrast = contrastWithin(sharpness, i, half)
      if (!(contrast < rules.contrast)) continue
      const evenly = contrastWithin(unlit, i, half)
      if (!(evenly < rules.unlit.most && evenly > rules.unlit.least)) continue
      const limit = contrast < rules.deep.contrast ? rules.deep : rules
      if (change[i]! < limit.look) continue
      const beside = [
        ...change.subarray(Math.max(half, i - outer), Math.max(half, i - inner)),
        ...change.subarray(i + inner, Math.min(length - half, i + outer)),
      ]
      const ratio = change[i]! / Math.max(0.01, median(beside) || 0)
      if (ratio < limit.ratio) continue
      const { error, step } = mixture(looks, i - half, i + half)
      if (error > limit.error || step > rules.step) continue
      if (comesBack(looks, pictureHz, i - half, i + half)) continue
      candidates.push({ middle: i, half, weight: ratio * (1.5 - contrast) * (1 - error) })
    }
  }
  const found: { middle: number; half: number }[] = []
  for (const { middle, half } of candidates.sort((a, b) => b.weight - a.weight))
    if (found.every(other => Math.abs(other.middle - middle) > rules.apart * pictureHz))
      found.push({ middle, half })
  return found
}
