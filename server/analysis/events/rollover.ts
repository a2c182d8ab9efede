import { sentences as measured } from '#sentences/measured.ts'
import { withinOneShot } from '../cuts/index.ts'
import { argMax, inDegrees, median, pick, round, runs } from '../math.ts'
import { movingShare } from '../ride-state.ts'
import { meanVectors } from '../sensors.ts'
import type { Evidence, RideFacts } from '../types.ts'
import { evidenceOf } from './evidence.ts'

/** Degrees from the usual direction of down, and the minimum duration. */
const overturned = 100
const shortest = 0.3
const hz = 10
/** The ride continues if, within `before` seconds, it moves for `share` of a window of `seconds`. */
const continuing = { before: 30, seconds: 4, share: 0.8 }
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

/** Degrees between down and where it points for most of the ride, at 10 Hz: on the move, as one may lie for longer. */
function tilts(down: Float32Array, { state }: RideFacts): Float32Array {
  const moves = (row: number) => state.moving[Math.floor((row / hz) * state.hz)] === 1
  const riding = pick(down, i => moves(Math.floor(i / 3)))
  const base = riding.length > 0 ? riding : down
  const usual = [0, 1, 2].map(axis => median(pick(base, i => i % 3 === axis)))
  const length = Math.hypot(...usual)
  const tilt = new Float32Array(down.length / 3)
  for (let i = 0; i < tilt.length; i++) {
    let along = 0
    for (let axis = 0; axis < 3; axis++) along += down[i * 3 + axis]! * usual[axis]!
    const own = Math.hypot(down[i * 3]!, down[i * 3 + 1]!, down[i * 3 + 2]!)
    if (!(own > weakest * length)) continue
    tilt[i] = inDegrees(Math.acos(Math.min(1, Math.max(-1, along / (own * length)))))
  }
  return tilt
}

interface Overturn {
  start: number
  end: number
  /** degrees */
  value: number
}

/** Stretches in which down points more than 100° away from where it points for most of the ride, on the move. */
export function overturns(facts: RideFacts): Overturn[] {
  const down = downVectors(facts)
  if (!down) return []
  const tilt = tilts(down, facts)
  return runs(tilt.length, i => tilt[i]! > overturned, shortest * hz, shortest * hz).flatMap(
    ({ from, to }) => {
      const [start, end] = [from / hz, to / hz]
      if (!withinOneShot(facts.shots, start - 0.5, start + shortest)) return []
      if (movingShare(facts.state, Math.max(0, start - 3), start) < 0.5) return []
      return { start, end, value: tilt[argMax(tilt, from, to)]! }
    },
  )
}

/** Whether the ride soon continues for some seconds after a time. */
function ridesOn({ state, durationSeconds }: RideFacts, end: number): boolean {
  for (
    let from = end;
    from <= Math.min(end + continuing.before, durationSeconds - continuing.seconds);
    from++
  )
    if (movingShare(state, from, from + continuing.seconds) >= continuing.share) return true
  return false
}

/** Crashes that the rider gets up from: turned over, and riding on. What ends in stillness is no moment to watch. */
export function rolloverEvidence(facts: RideFacts): Evidence[] {
  return overturns(facts)
    .filter(({ end }) => ridesOn(facts, end))
    .map(({ start, end, value }) =>
      evidenceOf({
        type: 'rollover',
        source: 'imu',
        start: start - 1,
        end: Math.min(end, start + 3),
        core: start,
        value,
        says: measured.rolledOver({ degrees: round(value, 1) }),
      }),
    )
}
