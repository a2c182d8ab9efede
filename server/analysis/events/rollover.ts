import type { Evidence } from '#contract/analysis.ts'
import { withinOneShot } from '../cuts.ts'
import { mean, median, runs } from '../math.ts'
import { movingShare } from '../ride-state.ts'
import { axisOf, movingMean } from '../telemetry/derive.ts'
import type { RideFacts } from '../types.ts'
import { evidenceOf } from './evidence.ts'

const overturned = 100
const shortest = 0.3

/** Down as the camera sees it, a row per sample: its own estimate, else the slow part of felt acceleration. */
function downVectors(facts: RideFacts) {
  const gravity = facts.telemetry?.series.get('GRAV')
  if (gravity) return { times: gravity.times, axes: [0, 1, 2].map(axis => axisOf(gravity, axis).values) }
  const accl = facts.telemetry?.series.get('ACCL')
  if (!accl) return null
  return { times: accl.times, axes: [0, 1, 2].map(axis => movingMean(axisOf(accl, axis), 1).values) }
}

/** Moments at which down points more than 100° away from where it points for most of the ride. */
export function rolloverEvidence(facts: RideFacts): Evidence[] {
  const down = downVectors(facts)
  if (!down || down.times.length < 8) return []
  const { times, axes } = down
  const usual = axes.map(axis => median(axis.filter((_, i) => i % 10 === 0)))
  const length = Math.hypot(...usual)
  if (!(length > 0)) return []
  const tilt = Float32Array.from(times, (_, i) => {
    const vector = axes.map(axis => axis[i]!)
    const own = Math.hypot(...vector)
    if (own < 0.3 * length) return 0
    const cosine = vector.reduce((sum, value, axis) => sum + value * usual[axis]!, 0) / (own * length)
    return (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI
  })
  const step = (times.at(-1)! - times[0]!) / (times.length - 1)
  return runs(
    tilt.length,
    i => tilt[i]! > overturned,
    Math.round(0.3 / step),
    Math.round(shortest / step),
  ).flatMap(({ from, to }) => {
    const start = times[from]!
    const end = times[to - 1]!
    if (!withinOneShot(facts.shots, start - 0.5, end + 0.2)) return []
    if (movingShare(facts.state, Math.max(0, start - 3), start) < 0.5) return []
    const value = tilt.subarray(from, to).reduce((a, b) => Math.max(a, b), 0)
    return evidenceOf({
      type: 'rollover',
      source: 'imu',
      start: start - 1,
      end: Math.min(end, start + 3),
      core: start,
      value,
      text: `the camera turned over by ${Math.round(value)}° (mean ${Math.round(mean(tilt.subarray(from, to)))}°)`,
    })
  })
}
