import { type Random, seededRandom } from '../random.ts'
import type { Inertial } from './world.ts'

export interface Rows {
  times: Float64Array
  values: Float64Array
}

type Vector = [up: number, forward: number, left: number]

/** A vehicle-frame vector in the axes of a camera rotated in its mount (pitch, then roll, then yaw). */
export function turnedBy({ turned, upsideDown }: Pick<Inertial, 'turned' | 'upsideDown'>) {
  const [pitch, roll, yaw] = turned
  const [cp, sp, cr, sr, cy, sy] = [
    Math.cos(pitch),
    Math.sin(pitch),
    Math.cos(roll),
    Math.sin(roll),
    Math.cos(yaw),
    Math.sin(yaw),
  ]
  return ([up, forward, left]: Vector): Vector => {
    const [f1, u1] = [forward * cp - up * sp, forward * sp + up * cp]
    const [l2, u2] = [left * cr - u1 * sr, left * sr + u1 * cr]
    const [f3, l3] = [f1 * cy - l2 * sy, f1 * sy + l2 * cy]
    return upsideDown ? [-u2, f3, -l3] : [u2, f3, l3]
  }
}

/** Rows resampled to another rate: averaged when downsampling, linearly interpolated when upsampling. */
function resampled({ times, values }: Rows, hz: number): Rows {
  const from = Math.round(1 / (times[1]! - times[0]!))
  if (from === hz) return { times, values: values.slice() }
  const count = Math.floor((times.length * hz) / from)
  const made: Rows = {
    times: Float64Array.from({ length: count }, (_, index) => index / hz),
    values: new Float64Array(count * 3),
  }
  const step = from / hz
  for (let index = 0; index < count; index++)
    for (let axis = 0; axis < 3; axis++) {
      const at = (row: number) => values[Math.min(times.length - 1, Math.max(0, row)) * 3 + axis]!
      const place = index * step
      const row = Math.floor(place)
      let value = at(row) + (at(row + 1) - at(row)) * (place - row)
      if (step > 1) {
        let sum = 0
        for (let near = 0; near < step; near++) sum += at(Math.round(place) + near - Math.floor(step / 2))
        value = sum / step
      }
      made.values[index * 3 + axis] = value
    }
  return made
}

interface Errors {
  hz: number
  bias: readonly [number, number, number]
  walk: number
  noise: number
  step: number
}

function spoil(rows: Rows, e: Errors, set: Inertial, random: Random): Rows {
  const made = resampled(rows, e.hz)
  const turn = turnedBy(set)
  const offset = [...e.bias] as Vector
  const stride = e.walk / Math.sqrt(e.hz)
  for (let row = 0; row < made.times.length; row++) {
    const at = row * 3
    const vector = turn([made.values[at]!, made.values[at + 1]!, made.values[at + 2]!])
    for (let axis = 0; axis < 3; axis++) {
      offset[axis] = offset[axis]! + stride * random.normal()
      const value = vector[axis]! * (1 + set.scale) + offset[axis]! + e.noise * random.normal()
      made.values[at + axis] = Math.round(value / e.step) * e.step
    }
  }
  return made
}

/**
 * Turns the true motion into what cheap sensors record: another rate, rotated axes, drifting offsets, noise
 * and quantization.
 */
export function imperfect(
  { acceleration, turning }: { acceleration: Rows; turning: Rows },
  set: Inertial,
  seed: number,
): { acceleration: Rows; turning: Rows } {
  const random = seededRandom(seed * 211 + 19)
  return {
    acceleration: spoil(
      acceleration,
      {
        hz: set.accelerometerHz,
        bias: set.accelerometerBias,
        walk: set.accelerometerWalk,
        noise: set.accelerometerNoise,
        step: set.accelerometerStep,
      },
      set,
      random,
    ),
    turning: spoil(
      turning,
      {
        hz: set.gyroscopeHz,
        bias: set.gyroscopeBias,
        walk: set.gyroscopeWalk,
        noise: set.gyroscopeNoise,
        step: set.gyroscopeStep,
      },
      set,
      random,
    ),
  }
}

/**
 * Rows of up, forward, left as a sensor with other axes writes them, and the note (ORIN and ORIO in GPMF)
 * that lets a reader put them right: one letter per channel, lower case for a reversed axis.
 */
export function inAxes(rows: Rows, axes: string): Rows {
  const order = [...axes].map(letter => ({
    axis: 'ZXY'.indexOf(letter.toUpperCase()),
    sign: letter === letter.toUpperCase() ? 1 : -1,
  }))
  const values = new Float64Array(rows.values.length)
  for (let at = 0; at < values.length; at += 3)
    order.forEach(({ axis, sign }, channel) => {
      values[at + channel] = sign * rows.values[at + axis]!
    })
  return { times: rows.times, values }
}
