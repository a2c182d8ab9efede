/**
 * How often reviewers keep what has a raw score: 1 / (1 + exp(-(slope × logit(raw) + shift))), which rises with the raw
 * score as slope is never negative (Platt 1999, on the log-odds of the score).
 */
export interface Curve {
  slope: number
  shift: number
}

/** Leaves every score as it is. */
export const asItIs: Curve = { slope: 1, shift: 0 }

/**
 * How many labels' worth of belief in the scores as they are the fit starts with, so that a few labels bend a curve only
 * a little.
 */
const belief = 4
const rounds = 50
/** Scores of exactly 0 and 1 have no odds. */
const edge = 0.01

const logit = (score: number) => {
  const inside = Math.min(1 - edge, Math.max(edge, score))
  return Math.log(inside / (1 - inside))
}
const chance = (odds: number) => 1 / (1 + Math.exp(-odds))

/** The score on a curve, 0 to 1. */
export const scoreOn = ({ slope, shift }: Curve, raw: number): number =>
  slope === 1 && shift === 0 ? raw : chance(slope * logit(raw) + shift)

/** Fits a curve by Newton's method to what was kept. The order of the samples does not matter but for rounding. */
export function fitCurve(samples: readonly { raw: number; right: boolean }[]): Curve {
  const points = samples
    .map(({ raw, right }) => ({ x: logit(raw), y: right ? 1 : 0 }))
    .sort((a, b) => a.x - b.x || a.y - b.y)
  let { slope, shift } = asItIs
  for (let round = 0; round < rounds; round++) {
    // Gradient and Hessian of the negative log-likelihood with the belief as a parabola around the scores as they are.
    let [g0, g1, h00, h01, h11] = [belief * (shift - 0), belief * (slope - 1), belief, 0, belief]
    for (const { x, y } of points) {
      const p = chance(slope * x + shift)
      const weight = p * (1 - p)
      g0 += p - y
      g1 += (p - y) * x
      h00 += weight
      h01 += weight * x
      h11 += weight * x * x
    }
    const area = h00 * h11 - h01 * h01
    const step = { shift: (h11 * g0 - h01 * g1) / area, slope: (h00 * g1 - h01 * g0) / area }
    shift -= step.shift
    slope = Math.max(0, slope - step.slope)
    if (Math.abs(step.shift) + Math.abs(step.slope) < 1e-9) break
  }
  return { slope: Number(slope.toFixed(6)), shift: Number(shift.toFixed(6)) }
}
