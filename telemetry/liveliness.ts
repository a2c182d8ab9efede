import { accelerationInG, meanBetween, movingMean, STANDARD_GRAVITY, speedSeries } from './derive.ts'
import type { Telemetry } from './types.ts'

/** One of the strongest moments of a film. */
export interface Moment {
  /** seconds of the film */
  time: number
  /** the most g around it; null: the rider pressed the camera's button */
  g: number | null
}

/** What the camera's sensors say about a film. */
export interface Liveliness {
  /** from 0 to 1, evenly over the film; none without a sensor of motion */
  curve: number[]
  /** the rider's own first, then the strongest, at most `most` */
  moments: Moment[]
}

const most = 5
/** seconds */
const step = 1
const smoothed = 3
const apart = 20
/** g beyond rest that a moment has at least, over `smoothed` seconds: a calm ride has none */
const leastG = 0.15
/** g beyond rest at the top of the curve */
const topG = 1

/** How far from rest the camera was, in g; from its accelerometer, or from its speed. Null without either. */
function unrest(telemetry: Telemetry) {
  const accl = telemetry.series.get('ACCL')
  if (accl) {
    const { times, values } = accelerationInG(accl)
    return { times, values: values.map(g => Math.abs(g - 1)), atRest: 1 }
  }
  const speed = speedSeries(telemetry)
  if (!speed) return null
  return {
    times: speed.times,
    values: speed.acceleration.map(change => Math.abs(change) / STANDARD_GRAVITY),
    atRest: 0,
  }
}

/** The strongest moments of a film of this many seconds. */
export function livelinessOf(telemetry: Telemetry, seconds: number): Liveliness {
  const pressed = telemetry.tags
    .filter(({ kind }) => kind === 'manual')
    .map(({ time }): Moment => ({ time, g: null }))
    .slice(0, most)
  const found = unrest(telemetry)
  if (!found) return { curve: [], moments: pressed }
  const count = Math.max(2, Math.ceil(seconds / step))
  const times = Float64Array.from({ length: count }, (_, i) => (i + 0.5) * step)
  const means = times.map(time => meanBetween(found, time - step / 2, time + step / 2) ?? 0)
  const { values } = movingMean({ times, values: Float32Array.from(means) }, smoothed)
  const strongest = [...values.keys()].toSorted((a, b) => values[b]! - values[a]!)
  const moments = [...pressed]
  for (const second of strongest) {
    if (moments.length >= most || values[second]! < leastG) break
    const time = times[second]!
    if (moments.some(other => Math.abs(other.time - time) < apart)) continue
    moments.push({ time, g: peakAround(found, time) + found.atRest })
  }
  return { curve: Array.from(values, value => Math.min(1, value / topG)), moments }
}

function peakAround({ times, values }: { times: Float64Array; values: Float32Array }, at: number): number {
  let peak = 0
  for (let i = 0; i < times.length; i++)
    if (Math.abs(times[i]! - at) <= smoothed / 2) peak = Math.max(peak, values[i]!)
  return peak
}
