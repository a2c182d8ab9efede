import type { Weights } from '#server/analysis/events/seen/likelihood.ts'
import { logistic, round } from '#server/analysis/math.ts'

/** A candidate with what speaks for it, and whether it is a true moment. */
export interface Sample {
  /** the film it is from */
  group: string
  signs: Record<string, number>
  right: boolean
  /** how often it counts; once by default */
  times?: number
}

/** Strength of the normal prior around zero on standardized weights: few moments must not make large weights. */
const ridge = 0.5
/** Log odds of what was never seen. */
const never = -9
const steps = 1500
const rate = 2

/** A sign that varies by less than this doesn't vary: the rest is rounding, which dividing would blow up. */
const leastDeviation = 1e-6

/** Mean and standard deviation of a list; 1 for the deviation of a constant. */
export function spreadOf(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  const deviation = Math.sqrt(variance)
  return { mean, deviation: deviation > leastDeviation ? deviation : 1 }
}

/** Ridge logistic regression by gradient descent on standardized signs; the same samples give the same weights. */
export function fitLogistic(given: readonly Sample[], signs: readonly string[]): Weights {
  const samples = given.flatMap(one => Array<Sample>(one.times ?? 1).fill(one))
  if (samples.length === 0) return { start: never, signs: Object.fromEntries(signs.map(sign => [sign, 0])) }
  const spreads = signs.map(sign => spreadOf(samples.map(one => one.signs[sign]!)))
  const rows = samples.map(one =>
    signs.map((sign, k) => (one.signs[sign]! - spreads[k]!.mean) / spreads[k]!.deviation),
  )
  const weights = signs.map(() => 0)
  let start = -2
  for (let step = 0; step < steps; step++) {
    const slopes = weights.map(weight => ridge * weight)
    let slope = 0
    for (const [i, row] of rows.entries()) {
      const sum = row.reduce((total, value, k) => total + weights[k]! * value, start)
      const error = logistic(sum, 0, 1) - (samples[i]!.right ? 1 : 0)
      slope += error
      for (let k = 0; k < row.length; k++) slopes[k]! += error * row[k]!
    }
    start -= (rate * slope) / rows.length
    for (let k = 0; k < weights.length; k++) weights[k]! -= (rate * slopes[k]!) / rows.length
  }
  const scaled = weights.map((weight, k) => weight / spreads[k]!.deviation)
  return {
    start: round(start - scaled.reduce((sum, weight, k) => sum + weight * spreads[k]!.mean, 0), 3),
    signs: Object.fromEntries(signs.map((sign, k) => [sign, round(scaled[k]!, 3)])),
  }
}
