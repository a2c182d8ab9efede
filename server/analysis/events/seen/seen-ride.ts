import { median, movingMedian, pick, quantile, smooth } from '../../math.ts'
import { movesAt } from '../../ride-state.ts'
import type { EgoMotion, RideState, SeenRide, Signals } from '../../types.ts'

/** Frames with a larger residual have no reliable match. */
const believable = 0.6
/** Growth is measured badly in single frames, so it is a median before it is a mean. */
const seconds = { single: 0.3, approach: 1, turn: 0.5, fast: 0.17, shake: 0.35 }
/** The roll of a shaking picture counts this much of its tilt. */
const rollShare = 0.5
/** Growth per second of a picture that approaches something; a parked camera's is a hundredth. */
export const leastApproach = 0.05

const believed = ({ residual }: EgoMotion, values: Float32Array) =>
  values.map((value, i) => (residual[i]! > believable ? Number.NaN : value))

/** Frames with a larger residual have no match at all. */
const unmatched = 0.9

/** How far what is far away has moved down since the start, frame heights. */
function dropOf({ farPitch, residual, hz }: EgoMotion): Float32Array {
  let sum = 0
  return farPitch.map((moved, i) => {
    if (residual[i]! <= unmatched) sum += moved / hz
    return sum
  })
}

/** What the picture shows of the ride; null without enough frames a second. */
export function seenRide({ ego }: Signals, state: RideState): SeenRide | null {
  if (!ego || ego.yaw.length < ego.hz) return null
  const { hz } = ego
  const frames = (time: number) => Math.max(1, Math.round(time * hz))
  // Where sensors know that the vehicle stands throughout, what is usual is what the picture alone takes for a ride.
  const used = { ...state, moving: state.moving.includes(1) ? state.moving : state.seemsMoving }
  const riding = (values: Float32Array) => pick(values, i => movesAt(used, i / hz))
  // A camera that looks back sees everything shrink.
  const grows = believed(ego, ego.growth)
  const forward = median(riding(grows)) < 0 ? -1 : 1
  const approach = smooth(movingMedian(grows, frames(seconds.single)), frames(seconds.approach)).map(
    value => forward * value,
  )
  const tilt = believed(ego, ego.pitch)
  const roll = believed(ego, ego.roll)
  const fast = (values: Float32Array) => {
    const slow = smooth(values, frames(seconds.fast))
    return values.map((value, i) => (value - slow[i]!) ** 2)
  }
  const [tilting, rolling] = [fast(tilt), fast(roll)]
  const shake = smooth(
    tilting.map((value, i) => value + rollShare ** 2 * rolling[i]!),
    frames(seconds.shake),
  ).map(Math.sqrt)
  return {
    hz,
    length: ego.yaw.length,
    approach,
    usualApproach: median(riding(approach)),
    drop: dropOf(ego),
    turn: smooth(believed(ego, ego.yaw), frames(seconds.turn)),
    tilt,
    usualTilt: quantile(riding(tilt.map(Math.abs)), 0.95),
    shake,
    usualShake: median(riding(shake)),
  }
}

/** The part of a list between two times. */
export function seenBetween(seen: SeenRide, values: Float32Array, start: number, end: number): Float32Array {
  const at = (time: number) => Math.min(seen.length, Math.max(0, Math.round(time * seen.hz)))
  return values.subarray(at(start), Math.max(at(start) + 1, at(end)))
}

/** How much the camera shakes between two times, relative to the usual; 1 where nothing tells. */
export function shakingIn(seen: SeenRide, start: number, end: number): number {
  const shaking = median(seenBetween(seen, seen.shake, start, end)) / seen.usualShake
  return Number.isNaN(shaking) ? 1 : shaking
}
