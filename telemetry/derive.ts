import type { Samples } from '#server/analysis/types.ts'
import type { Telemetry, TelemetrySeries } from './types.ts'

/** Standard gravity in m/s² (ISO 80000-3). */
export const STANDARD_GRAVITY = 9.80665

/**
 * One axis of a series, by number or by its name in `columns`.
 * @throws RangeError when the series has no such axis
 */
export function axisOf(series: TelemetrySeries, axis: number | string): Samples {
  const index = typeof axis === 'number' ? axis : (series.columns?.indexOf(axis) ?? -1)
  if (index < 0 || index >= series.axes) throw new RangeError(`${series.fourcc} has no axis ${axis}`)
  const values = Float32Array.from(series.times, (_, row) => series.values[row * series.axes + index]!)
  return { times: series.times, values }
}

/**
 * Magnitude of the first three axes, in the series' unit. The order of axes, which differs per camera,
 * doesn't matter.
 */
export function magnitude(series: TelemetrySeries): Samples {
  const { times, values, axes } = series
  const lengths = new Float32Array(times.length)
  for (let row = 0; row < lengths.length; row++) {
    let sum = 0
    for (let axis = 0; axis < Math.min(3, axes); axis++) sum += values[row * axes + axis]! ** 2
    lengths[row] = Math.sqrt(sum)
  }
  return { times, values: lengths }
}

/** Specific force in g: 1 at rest, near 0 in free fall. From ACCL in m/s². */
export function accelerationInG(accl: TelemetrySeries): Samples {
  const { times, values } = magnitude(accl)
  return { times, values: values.map(value => value / STANDARD_GRAVITY) }
}

/** Index of the first time that is not before `time`. */
export function indexAt(times: Float64Array, time: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]! < time) low = middle + 1
    else high = middle
  }
  return low
}

/** Mean of the samples with from ≤ time < to; null when there are none. */
export function meanBetween({ times, values }: Samples, from: number, to: number): number | null {
  let sum = 0
  let count = 0
  for (let index = indexAt(times, from); index < times.length && times[index]! < to; index++) {
    if (Number.isNaN(values[index])) continue
    sum += values[index]!
    count++
  }
  return count === 0 ? null : sum / count
}

/** Mean over a window of `seconds` centered on each sample; at the ends over the part that exists. */
export function movingMean({ times, values }: Samples, seconds: number): Samples {
  const means = new Float32Array(values.length)
  let first = 0
  let next = 0
  let sum = 0
  let count = 0
  const take = (index: number, sign: 1 | -1) => {
    if (Number.isNaN(values[index])) return
    sum += sign * values[index]!
    count += sign
  }
  for (let index = 0; index < values.length; index++) {
    while (next < values.length && times[next]! <= times[index]! + seconds / 2) take(next++, 1)
    while (times[first]! < times[index]! - seconds / 2) take(first++, -1)
    means[index] = count === 0 ? Number.NaN : sum / count
  }
  return { times, values: means }
}

/** Windows with more samples than this are thinned: real sensors stay below, and a slope needs no more. */
const SLOPE_SAMPLES = 512

/**
 * Change per second: slope of the least-squares line through the samples of a window centered on each one.
 * NaN where the window contains fewer than three samples.
 */
export function slope({ times, values }: Samples, seconds: number): Samples {
  const slopes = new Float32Array(values.length)
  let first = 0
  let next = 0
  for (let index = 0; index < values.length; index++) {
    const center = times[index]!
    while (next < values.length && times[next]! <= center + seconds / 2) next++
    while (times[first]! < center - seconds / 2) first++
    let [count, st, sv, stt, stv] = [0, 0, 0, 0, 0]
    const stride = Math.max(1, Math.floor((next - first) / SLOPE_SAMPLES))
    for (let sample = first; sample < next; sample += stride) {
      const value = values[sample]!
      if (Number.isNaN(value)) continue
      const time = times[sample]! - center
      count++
      st += time
      sv += value
      stt += time * time
      stv += time * value
    }
    const spread = count * stt - st * st
    slopes[index] = count < 3 || spread <= 0 ? Number.NaN : (count * stv - st * sv) / spread
  }
  return { times, values: slopes }
}

/**
 * The series with position and speed: GPS9, whose samples carry their own quality, otherwise GPS5; null
 * without either.
 */
export const positionSeries = (telemetry: Telemetry): TelemetrySeries | null =>
  telemetry.series.get('GPS9') ?? telemetry.series.get('GPS5') ?? null

/** Speed over ground (m/s) and its change (m/s²; negative is braking). */
export interface SpeedSeries {
  times: Float64Array
  speed: Float32Array
  acceleration: Float32Array
}

/** Seconds over which a speed is smoothed: at 18 Hz, GPS speed steps visibly below half a second. */
const speedWindow = 0.5

/**
 * Speed from GPS9 or GPS5, smoothed, and dv/dt as a slope of the unsmoothed speed over twice the window.
 * @returns null without positions
 */
export function speedSeries(telemetry: Telemetry): SpeedSeries | null {
  const series = positionSeries(telemetry)
  if (series === null) return null
  const raw = axisOf(series, 3)
  return {
    times: series.times,
    speed: movingMean(raw, speedWindow).values,
    acceleration: slope(raw, speedWindow * 2).values,
  }
}

/** Altitude in m, smoothed over 3 s, in which GPS altitude drifts by meters; NaN where the receiver reported none. */
export const altitudeSeries = (gps: TelemetrySeries): Samples => movingMean(axisOf(gps, 2), 3)

/**
 * Values at 0, 1/hz, 2/hz … below `durationSeconds`, linearly interpolated. NaN where neighbors are more than
 * `maxGap` seconds apart, and more than half of that beyond the ends. To reduce the rate, take a moving mean
 * first: this samples points and doesn't average.
 */
export function resample(
  { times, values }: Samples,
  hz: number,
  durationSeconds: number,
  maxGap = 1,
): Float32Array {
  const out = new Float32Array(Math.max(0, Math.ceil(durationSeconds * hz - 1e-9))).fill(Number.NaN)
  if (times.length === 0) return out
  let right = 0
  for (let index = 0; index < out.length; index++) {
    const time = index / hz
    while (right < times.length && times[right]! < time) right++
    const left = right - 1
    if (right === 0) {
      if (times[0]! - time <= maxGap / 2) out[index] = values[0]!
    } else if (right === times.length) {
      if (time - times[left]! <= maxGap / 2) out[index] = values[left]!
    } else if (times[right] === time) out[index] = values[right]!
    else if (times[right]! - times[left]! <= maxGap) {
      const share = (time - times[left]!) / (times[right]! - times[left]!)
      out[index] = values[left]! + share * (values[right]! - values[left]!)
    }
  }
  return out
}
