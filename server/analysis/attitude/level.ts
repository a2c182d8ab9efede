import { STANDARD_GRAVITY } from '#telemetry/derive.ts'
import type { TelemetrySeries } from '#telemetry/types.ts'
import { argMin, clamp, smooth } from '../math.ts'
import { meanVectors } from '../sensors.ts'
import type { LevelMotion } from '../types.ts'
import { add, cross, dot, times, unit, type Vector } from './vectors.ts'

/**
 * Which way is up, and how the vehicle moves level with the ground, from accelerometer and gyroscope alone.
 *
 * An accelerometer measures gravity and acceleration together. The gyroscope tracks the direction of gravity
 * through a brake or a bend; over longer times the accelerometer corrects it. This is the explicit
 * complementary filter of R. Mahony, T. Hamel and J.-M. Pflimlin, "Nonlinear Complementary Filters on the
 * Special Orthogonal Group", IEEE Transactions on Automatic Control 53 (5), 2008 (doi
 * 10.1109/TAC.2008.923738), with the direction of gravity as its only vector measurement. It runs forward and
 * backward, and the mean of both has no lag.
 */

/** Output values per second: turns and brakes last longer than half a second. */
export const levelHz = 25
/**
 * 1/s: how fast the accelerometer corrects "up" (ten seconds outlast a hard brake), and 1/s² for the
 * gyroscope's offset.
 */
const pull = 0.1
const zeroPull = pull ** 2 / 10
/** Specific force further from 1 g than this doesn't indicate which way is down, in g. */
const trusted = 0.35
const smoothing = 0.5
/** The camera looks along its second axis; the first points up and the third to the left. */
const lookingAxis = 1

const rowOf = (rows: Float32Array, i: number): Vector => [rows[i * 3]!, rows[i * 3 + 1]!, rows[i * 3 + 2]!]

const none: Vector = [0, 0, 0]

/** "Up" from the first seconds with samples. */
function firstUp(felt: Float32Array, from: number, way: 1 | -1): Vector {
  let sum = none
  let count = 0
  for (let i = from; i >= 0 && i < felt.length / 3 && count < 3 * levelHz; i += way) {
    const a = rowOf(felt, i)
    if (Number.isNaN(a[0])) continue
    sum = add(sum, a)
    count++
  }
  return unit(sum)
}

/** "Up" in camera axes at each step, in rows of three. @param way 1 runs forward, -1 backward */
function upOneWay(felt: Float32Array, rates: Float32Array, way: 1 | -1): Float32Array {
  const length = felt.length / 3
  const out = new Float32Array(felt.length)
  const start = way === 1 ? 0 : length - 1
  let up = firstUp(felt, start, way)
  let zero = none
  for (let i = start; i >= 0 && i < length; i += way) {
    const a = rowOf(felt, i)
    const rate = rowOf(rates, i)
    const g = Math.hypot(...a) / STANDARD_GRAVITY
    const trust = Number.isNaN(g) ? 0 : Math.max(0, 1 - Math.abs(g - 1) / trusted)
    const error = trust > 0 ? times(cross(unit(a), up), trust) : none
    const turned = Number.isNaN(rate[0]) ? none : add(rate, times(zero, -1))
    const turn = add(times(turned, way), times(error, pull))
    zero = add(zero, times(error, (-way * zeroPull) / levelHz))
    up = unit(add(up, times(cross(turn, up), -1 / levelHz)))
    out.set(up, i * 3)
  }
  return out
}

/** The camera axis furthest from the vertical over the whole recording. */
function levelAxis(up: Float32Array): Vector {
  const steep = [0, 0, 0]
  for (let i = 0; i < up.length; i++) steep[i % 3]! += Math.abs(up[i]!)
  const axis = argMin(steep)
  return [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0]
}

/** Magnitudes of rows of three whose columns are smoothed first, so that shaking doesn't add up. */
function smoothedLengths(rows: Float32Array, width: number): Float32Array {
  const column = (axis: number) =>
    smooth(
      rows.filter((_, i) => i % 3 === axis),
      width,
    )
  const [x, y, z] = [column(0), column(1), column(2)]
  return x.map((value, i) => Math.hypot(value, y[i]!, z[i]!))
}

/** @param accl m/s² @param gyro rad/s, in the same axes @returns null without both, or when their axes are unknown */
export function levelMotion(
  accl: TelemetrySeries | undefined,
  gyro: TelemetrySeries | undefined,
  durationSeconds: number,
): LevelMotion | null {
  if (!accl || !gyro || accl.times.length < 8 || gyro.times.length < 8) return null
  if (accl.axesKnown === false || gyro.axesKnown === false) return null
  const length = Math.ceil(durationSeconds * levelHz)
  const felt = meanVectors(accl, levelHz, length, 1 / levelHz)
  const rates = meanVectors(gyro, levelHz, length, 1 / levelHz)
  const ahead = upOneWay(felt, rates, 1)
  const back = upOneWay(felt, rates, -1)
  const aside = levelAxis(ahead)
  const first = new Float32Array(length)
  const second = new Float32Array(length)
  const yaw = new Float32Array(length)
  const tilt = new Float32Array(length)
  for (let i = 0; i < length; i++) {
    const up = unit(add(rowOf(ahead, i), rowOf(back, i)))
    const one = unit(add(aside, times(up, -dot(aside, up))))
    first[i] = dot(rowOf(felt, i), one)
    second[i] = dot(rowOf(felt, i), cross(up, one))
    yaw[i] = dot(rowOf(rates, i), up)
    tilt[i] = Math.asin(clamp(up[lookingAxis], -1, 1))
  }
  const width = Math.round(levelHz * smoothing)
  return {
    length,
    first: smooth(first, width),
    second: smooth(second, width),
    yaw: smooth(yaw, width),
    rate: smoothedLengths(rates, width),
    tilt: smooth(tilt, width),
  }
}
