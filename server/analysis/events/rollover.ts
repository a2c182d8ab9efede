import type { Evidence } from '#contract/analysis.ts'
import { withinOneShot } from '../cuts/index.ts'
import { argMax, median, pick, runs } from '../math.ts'
import { movingShare } from '../ride-state.ts'
import { meanVectors } from '../sensors.ts'
import type { RideFacts } from '../types.ts'
import { evidenceOf } from './evidence.ts'

/** Degrees from the usual direction of down, and the minimum duration. */
const overturned = 100
const shortest = 0.3
const hz = 10
/** In free fall and in hard turns the slow part of the specific force hardly indicates which way is down. */
const weakest = 0.3

/** Down in camera axes at 10 Hz: the camera's own estimate, otherwise the slow part of the specific force. */
function downVectors({ telemetry, durationSeconds }: RideFacts): Float32Array | null {
  const length = Math.ceil(durationSeconds * hz)
  const gravity = telemetry?.series.get('GRAV')
  if (gravity) return meanVectors(gravity, hz, length, 0.2)
  const accl = telemetry?.series.get('ACCL')
  return accl ? meanVectors(accl, hz, length, 1) : null
}

/** Degrees between down and its direction for most of the ride, at 10 Hz. */
function tilts(down: Float32Array): Float32Array {
  const usual = [0, 1, 2].map(axis => median(pick(down, i => i % 3 === axis)))
  const length = Math.hypot(...usual)
  const tilt = new Float32Array(down.length / 3)
  for (let i = 0; i < tilt.length; i++) {
    let along = 0
    for (let axis = 0; axis < 3; axis++) along += down[i * 3 + axis]! * usual[axis]!
    const own = Math.hypot(down[i * 3]!, down[i * 3 + 1]!, down[i * 3 + 2]!)
    if (!(own > weakest * length)) continue
    tilt[i] = (Math.acos(Math.min(1, Math.max(-1, along / (own * length)))) * 180) / Math.PI
  }
  return tilt
}

/** Moments when down is more than 100° from its direction for most of the ride. */
export function rolloverEvidence(facts: RideFacts): Evidence[] {
  const down = downVectors(facts)
  if (!down) return []
  const tilt = tilts(down)
  return runs(tilt.length, i => tilt[i]! > overturned, shortest * hz, shortest * hz).flatMap(
    ({ from, to }) => {
      const start = from / hz
      const end = to / hz
      if (!withinOneShot(facts.shots, start - 0.5, end + 0.2)) return []
      if (movingShare(facts.state, Math.max(0, start - 3), start) < 0.5) return []
      const value = tilt[argMax(tilt, from, to)]!
      return evidenceOf({
        type: 'rollover',
        source: 'imu',
        start: start - 1,
        end: Math.min(end, start + 3),
        core: start,
        value,
        text: `turned over by ${Math.round(value)}°`,
      })
    },
  )
}
