import type { TimeSpan } from '#contract/analysis.ts'
import { type RideMeasure, type RideSeries, ridePoints, type TrackPoint } from '#contract/ride-data.ts'
import { altitudeSeries, positionSeries, speedSeries } from '#telemetry/derive.ts'
import type { Telemetry, TelemetrySeries } from '#telemetry/types.ts'
import { round } from '../math.ts'
import { feltAcceleration, smoothedLength, stepOf } from '../sensors.ts'
import type { Samples } from '../types.ts'
import { lttb } from './lttb.ts'

/** The stored part of a ride's telemetry for plots and a map. */
export interface StoredRide {
  series: RideSeries[]
  track: TrackPoint[][]
}

/** A line without the points inside the open spans, split where some were left out. */
export function cutTrack<P extends readonly [time: number, ...place: number[]]>(
  track: readonly (readonly P[])[],
  spans: readonly TimeSpan[],
): P[][] {
  const inside = ([time]: P) => spans.some(({ start, end }) => time > start && time < end)
  const left: P[][] = []
  for (const stretch of track) {
    let open: P[] = []
    let last: P | undefined
    for (const point of stretch) {
      // If a span lies between two points outside, the line crosses it.
      const passes = last && spans.some(({ start, end }) => start >= last![0] && end <= point[0])
      if ((inside(point) || passes) && open.length > 0) {
        left.push(open)
        open = []
      }
      if (!inside(point)) open.push(point)
      last = point
    }
    if (open.length > 0) left.push(open)
  }
  return left
}

/** Stored decimals of each measure: finer than the receiver or sensor. */
const decimals: Record<RideMeasure, number> = { speed: 2, g: 2, height: 1, turn: 1 }
/** Seconds over which turning is smoothed, so that shaking cancels out. */
const turnSeconds = 0.5
const metersPerDegree = 111_195

/** A line is split where nothing was measured for this many seconds, or for five steps of a slow recorder. */
const gapOf = (times: Float64Array) => Math.max(2, 5 * stepOf(times))

// An hour has 720,000 rows of a motion sensor: lists of numbers would take ten times the memory of typed arrays.

/** Rows within the video whose values are all numbers. */
function usable(times: Float64Array, duration: number, isNumber: (row: number) => boolean): Int32Array {
  const rows = new Int32Array(times.length)
  let count = 0
  for (let row = 0; row < times.length; row++)
    if (times[row]! >= 0 && times[row]! <= duration && isNumber(row)) rows[count++] = row
  return rows.subarray(0, count)
}

/** One number for each of the rows. */
function perRow(rows: Int32Array, at: (row: number) => number): Float64Array {
  const values = new Float64Array(rows.length)
  for (let i = 0; i < rows.length; i++) values[i] = at(rows[i]!)
  return values
}

/** Reduces rows to the points of a line and splits it where consecutive rows are far apart in time. */
function thinned(
  times: Float64Array,
  rows: Int32Array,
  xs: ArrayLike<number>,
  ys: ArrayLike<number>,
): number[][] {
  const gap = gapOf(times)
  const stretches: number[][] = [[]]
  let from = 0
  for (const kept of lttb(xs, ys, ridePoints)) {
    for (let i = from + 1; i <= kept; i++)
      if (times[rows[i]!]! - times[rows[i - 1]!]! > gap) {
        stretches.push([])
        break
      }
    stretches.at(-1)!.push(rows[kept]!)
    from = kept
  }
  return stretches.filter(stretch => stretch.length > 0)
}

function seriesOf(measure: RideMeasure, { times, values }: Samples, duration: number): RideSeries | null {
  const rows = usable(times, duration, row => Number.isFinite(values[row]))
  if (rows.length < 2) return null
  const complete = rows.length === times.length
  const stretches = thinned(
    times,
    rows,
    complete ? times : perRow(rows, row => times[row]!),
    complete ? values : perRow(rows, row => values[row]!),
  )
  return {
    measure,
    stretches: stretches.map(stretch =>
      stretch.map(row => [round(times[row]!, 3), round(values[row]!, decimals[measure])]),
    ),
  }
}

/** The track as [seconds, latitude, longitude], reduced by distance in meters so that bends remain. */
function trackOf({ times, values, axes }: TelemetrySeries, duration: number): TrackPoint[][] {
  const latitude = (row: number) => values[row * axes]!
  const longitude = (row: number) => values[row * axes + 1]!
  const rows = usable(
    times,
    duration,
    row => Number.isFinite(latitude(row)) && Number.isFinite(longitude(row)),
  )
  if (rows.length < 2) return []
  const east = metersPerDegree * Math.cos((latitude(rows[0]!) * Math.PI) / 180)
  const stretches = thinned(
    times,
    rows,
    perRow(rows, row => longitude(row) * east),
    perRow(rows, row => latitude(row) * metersPerDegree),
  )
  return stretches.map(stretch =>
    stretch.map(row => [round(times[row]!, 3), round(latitude(row), 6), round(longitude(row), 6)]),
  )
}

/** How fast a camera turns, in degrees a second. */
function degreesPerSecond(gyro: TelemetrySeries): Samples {
  const rates = smoothedLength(gyro, turnSeconds)
  for (let i = 0; i < rates.length; i++) rates[i]! *= 180 / Math.PI
  return { times: gyro.times, values: rates }
}

/** The track for a map; empty without positions. */
export function measureTrack(telemetry: Telemetry | null, durationSeconds: number): TrackPoint[][] {
  const gps = telemetry && positionSeries(telemetry)
  return gps ? trackOf(gps, durationSeconds) : []
}

/** The data for plots and a map of a ride, each line at most `ridePoints` points; null without telemetry. */
export function measureRide(telemetry: Telemetry | null, durationSeconds: number): StoredRide | null {
  if (!telemetry) return null
  const speed = speedSeries(telemetry)
  const gps = positionSeries(telemetry)
  const accl = telemetry.series.get('ACCL')
  const gyro = telemetry.series.get('GYRO')
  // Each is computed only when its turn comes, and can be freed after it.
  const measured: [RideMeasure, () => Samples | null | undefined][] = [
    ['speed', () => speed && { times: speed.times, values: speed.speed }],
    ['g', () => accl && feltAcceleration(accl)],
    ['height', () => gps && altitudeSeries(gps)],
    ['turn', () => gyro && degreesPerSecond(gyro)],
  ]
  const series = measured.flatMap(([measure, samplesOf]) => {
    const samples = samplesOf()
    const found = samples && seriesOf(measure, samples, durationSeconds)
    return found ? [found] : []
  })
  return { series, track: measureTrack(telemetry, durationSeconds) }
}
