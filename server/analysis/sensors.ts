import { indexAt, STANDARD_GRAVITY } from '#telemetry/derive.ts'
import type { TelemetrySeries } from '#telemetry/types.ts'
import type { Samples } from './types.ts'

/**
 * Measures of the fast sensor streams in one pass each. An hour has millions of numbers, so nothing here
 * builds a list per axis.
 */

/** Average seconds between samples. */
export const stepOf = (times: Float64Array): number =>
  times.length > 1 ? (times.at(-1)! - times[0]!) / (times.length - 1) : 1

/** Specific force in g: 1 at rest, near 0 in free fall. From ACCL in m/s². */
export function feltAcceleration({ times, values, axes }: TelemetrySeries): Samples {
  const felt = new Float32Array(times.length)
  for (let i = 0; i < felt.length; i++) {
    let sum = 0
    for (let axis = 0; axis < 3; axis++) sum += values[i * axes + axis]! ** 2
    felt[i] = Math.sqrt(sum) / STANDARD_GRAVITY
  }
  return { times, values: felt }
}

/** RMS of the specific force around 1 g in windows of a second around 0, 1/hz, 2/hz …; NaN without samples. */
export function shakingAt({ times, values }: Samples, hz: number, length: number): Float32Array {
  const out = new Float32Array(length).fill(Number.NaN)
  let first = 0
  let next = 0
  let sum = 0
  for (let step = 0; step < length; step++) {
    const center = step / hz
    for (; next < times.length && times[next]! <= center + 0.5; next++) sum += (values[next]! - 1) ** 2
    for (; first < next && times[first]! < center - 0.5; first++) sum -= (values[first]! - 1) ** 2
    if (next > first) out[step] = Math.sqrt(Math.max(0, sum / (next - first)))
  }
  return out
}

/**
 * Magnitude of a three-axis vector whose axes are smoothed over `seconds` first: shaking cancels out, turning
 * stays.
 */
export function smoothedLength({ times, values, axes }: TelemetrySeries, seconds: number): Float32Array {
  const out = new Float32Array(times.length)
  const sums = new Float64Array(3)
  let first = 0
  let next = 0
  const take = (row: number, sign: 1 | -1) => {
    for (let axis = 0; axis < 3; axis++) sums[axis]! += sign * values[row * axes + axis]!
  }
  for (let i = 0; i < out.length; i++) {
    while (next < out.length && times[next]! <= times[i]! + seconds / 2) take(next++, 1)
    while (times[first]! < times[i]! - seconds / 2) take(first++, -1)
    out[i] = Math.hypot(sums[0]!, sums[1]!, sums[2]!) / (next - first)
  }
  return out
}

/** Integral of each axis over [from, to): the rotation angle, for a gyroscope. */
export function integral({ times, values, axes }: TelemetrySeries, from: number, to: number): number[] {
  const step = stepOf(times)
  const sums = [0, 0, 0]
  for (let i = from; i < to; i++)
    for (let axis = 0; axis < 3; axis++) sums[axis]! += values[i * axes + axis]! * step
  return sums
}

/**
 * Means of the three axes in windows of `seconds` around 0, 1/hz, 2/hz …: rows of three, NaN without samples.
 */
export function meanVectors(
  series: TelemetrySeries,
  hz: number,
  length: number,
  seconds: number,
): Float32Array {
  const { times, values, axes } = series
  const out = new Float32Array(length * 3).fill(Number.NaN)
  for (let step = 0; step < length; step++) {
    const from = indexAt(times, step / hz - seconds / 2)
    const to = indexAt(times, step / hz + seconds / 2)
    if (to === from) continue
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0
      for (let i = from; i < to; i++) sum += values[i * axes + axis]!
      out[step * 3 + axis] = sum / (to - from)
    }
  }
  return out
}
