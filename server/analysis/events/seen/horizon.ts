import { clamp } from '../../math.ts'
import { bandCount, bandsSize } from '../../signals/planes.ts'
import type { SeenRide, Shot, Signals } from '../../types.ts'
import { steady } from './plateaus.ts'

/**
 * Bands of rows, of 18: the uppermost shows the sky if any does, and two bands below the middle of the upper half show
 * the ground ahead. Above those the sky may end anywhere.
 */
const rows = { sky: [0], ground: [7, 8], above: 7 }
/** Share of a picture's height in which the sky may end. */
export const skyPart = rows.above / bandCount
/** The colors of sky and ground are learned for each of these pieces of a shot, from this much around it, seconds. */
const learning = { piece: 5, around: 40 }
/** Least variance of a channel, so that an even surface doesn't decide everything: luma, U, V. */
const leastVariance = [25, 4, 4] as const
/** Bright clouds are more than sky. */
const mostSky = 1.2

interface Spread {
  mean: number[]
  /** per channel, times the number of values */
  squares: number[]
  count: number
}

function spreadOf(bands: Uint8Array, from: number, to: number, places: readonly number[]): Spread {
  const mean = [0, 0, 0]
  const squares = [0, 0, 0]
  for (const channel of [0, 1, 2]) {
    let [sum, sumOfSquares] = [0, 0]
    for (let frame = from; frame < to; frame++)
      for (const place of places) {
        const value = bands[frame * bandsSize + channel * bandCount + place]!
        sum += value
        sumOfSquares += value * value
      }
    const count = (to - from) * places.length
    mean[channel] = sum / count
    squares[channel] = Math.max(0, sumOfSquares - sum ** 2 / count)
  }
  return { mean, squares, count: (to - from) * places.length }
}

/**
 * Weights of luma, U and V by which sky differs from ground by 1: Fisher's discriminant with a diagonal covariance.
 */
function skyWeights(bands: Uint8Array, from: number, to: number): number[] {
  const sky = spreadOf(bands, from, to, rows.sky)
  const ground = spreadOf(bands, from, to, rows.ground)
  const count = sky.count + ground.count
  const apart = sky.mean.map((value, channel) => value - ground.mean[channel]!)
  const weights = apart.map(
    (value, channel) =>
      value / (leastVariance[channel]! + (sky.squares[channel]! + ground.squares[channel]!) / count),
  )
  const distance = weights.reduce((sum, weight, channel) => sum + weight * apart[channel]!, 0)
  return weights.map(weight => (distance > 0 ? weight / distance : 0))
}

/** How much of the upper rows looks like the sky rather than like the ground ahead, in one frame. */
function skyIn(bands: Uint8Array, frame: number, weights: readonly number[]): number {
  const at = frame * bandsSize
  const level = (band: number) =>
    weights[0]! * bands[at + band]! +
    weights[1]! * bands[at + bandCount + band]! +
    weights[2]! * bands[at + 2 * bandCount + band]!
  const ground = rows.ground.reduce((sum, band) => sum + level(band), 0) / rows.ground.length
  let sum = 0
  for (let band = 0; band < rows.above; band++) sum += clamp(level(band) - ground, 0, mostSky)
  return sum / rows.above
}

/**
 * Share of the upper rows that is sky, `pictureHz` values a second: the lower the horizon lies in the picture, the more.
 */
export function skyShare({ picture: { bands, luma }, pictureHz: hz }: Signals, shots: readonly Shot[]) {
  const share = new Float32Array(luma.length)
  const piece = learning.piece * hz
  for (const shot of shots) {
    const first = Math.round(shot.start * hz)
    const last = Math.min(luma.length, Math.round(shot.end * hz))
    for (let from = first; from < last; from += piece) {
      const around = [from - learning.around * hz, from + piece + learning.around * hz] as const
      const weights = skyWeights(bands, Math.max(first, around[0]), Math.min(last, around[1]))
      for (let frame = from; frame < Math.min(last, from + piece); frame++)
        share[frame] = skyIn(bands, frame, weights)
    }
  }
  return steady(share, hz)
}

/** `drop` of a ride as the picture shows it, at the picture's rate and without what lasts less than a second. */
export function horizonDrop({ drop, hz }: SeenRide, { picture: { luma }, pictureHz }: Signals): Float32Array {
  const at = (frame: number) => drop[Math.min(drop.length - 1, Math.round((frame * hz) / pictureHz))]!
  return steady(
    Float32Array.from(luma, (_, frame) => at(frame)),
    pictureHz,
  )
}
