import type { LevelMotion } from '../types.ts'
import { levelHz } from './level.ts'

/** Required certainty of the direction of travel: correlation, 0 to 1. */
const sure = 0.35
/** rad/s: slower turns depend more on the road's slant than on the bend. */
const turning = 0.12
/** Seconds over which what was learned fades, because a helmet turns relative to its vehicle. */
const memory = 60

/** Acceleration along the direction of travel and to its left, m/s², `levelHz` values a second. */
export interface TravelMotion {
  forward: Float32Array
  left: Float32Array
  /** 0 where the forward direction is unknown: the two are then arbitrary level axes */
  known: Uint8Array
}

/** Sums around each value, fading with `memory` on both sides. */
function faded(values: Float64Array): Float64Array {
  const keep = Math.exp(-1 / (memory * levelHz))
  const out = new Float64Array(values.length)
  let sum = 0
  for (let i = 0; i < values.length; i++) {
    sum = sum * keep + values[i]!
    out[i] = sum
  }
  sum = 0
  for (let i = values.length - 1; i >= 0; i--) {
    out[i]! += sum
    sum = (sum + values[i]!) * keep
  }
  return out
}

/**
 * Learns the direction of travel from bends: a moving vehicle is pulled to the inside of a bend by its speed
 * times its turn rate. Together these give the left direction, and from it forward.
 */
export function travelMotion({ length, first, second, yaw }: LevelMotion): TravelMotion {
  const inBend = (of: (i: number) => number) =>
    faded(
      Float64Array.from({ length }, (_, i) =>
        Math.abs(yaw[i]!) > turning && !Number.isNaN(first[i]!) ? of(i) : 0,
      ),
    )
  const x = inBend(i => yaw[i]! * first[i]!)
  const y = inBend(i => yaw[i]! * second[i]!)
  const turned = inBend(i => yaw[i]! ** 2)
  const pulled = inBend(i => first[i]! ** 2 + second[i]! ** 2)
  const forward = new Float32Array(length)
  const left = new Float32Array(length)
  const known = new Uint8Array(length)
  for (let i = 0; i < length; i++) {
    const size = Math.hypot(x[i]!, y[i]!)
    const [leftFirst, leftSecond] = size > 0 ? [x[i]! / size, y[i]! / size] : [0, 1]
    left[i] = first[i]! * leftFirst + second[i]! * leftSecond
    forward[i] = first[i]! * leftSecond - second[i]! * leftFirst
    known[i] = size > 0 && size > sure * Math.sqrt(turned[i]! * pulled[i]!) ? 1 : 0
  }
  return { forward, left, known }
}
