import { resample } from '#telemetry/derive.ts'
import { mean, median, movingMedian, quantile, smooth } from './math.ts'
import { shakingAt } from './sensors.ts'
import type { Pace, RideState, Samples, Signals } from './types.ts'

export const stateHz = 4

/**
 * GPS speed from which something moves, m/s: a slow walk. A stationary receiver drifts by less than half of
 * it.
 */
const rolling = 1
/**
 * Vibration of a moving ride in g, above that of an idling engine. Where noise or mount shake the sensor as much in the
 * calmest twentieth of the recording, it can't tell rest from riding, and the picture decides.
 */
const shaken = 0.06
const calmest = 0.05
/** Motion of the picture on a ride, frame widths per second. */
export const passing = 0.05

/** Means of a list at `fromHz` in one-second windows around each state step. */
export function toStateRate(
  values: Float32Array,
  fromHz: number,
  length: number,
  seconds = 0.5,
): Float32Array {
  const smoothed = smooth(values, Math.round(fromHz * seconds))
  return Float32Array.from({ length }, (_, i) => {
    const at = Math.min(smoothed.length - 1, Math.round((i / stateHz) * fromHz))
    return smoothed[at] ?? 0
  })
}

/**
 * Motion is trusted if the best match's residual is below this, or below this multiple of the usual, and the
 * light doesn't change from frame to frame.
 */
const believable = { residual: 0.5, ratio: 1.4, lumaStep: 5 }

/** Fills gaps (NaN) linearly. */
function bridge(values: Float32Array): Float32Array {
  const out = values.slice()
  let last = -1
  for (let i = 0; i <= out.length; i++) {
    if (i < out.length && Number.isNaN(out[i]!)) continue
    const [before, after] = [out[last] ?? out[i] ?? 0, out[i] ?? out[last] ?? 0]
    for (let gap = last + 1; gap < i; gap++)
      out[gap] = before + ((after - before) * (gap - last)) / (i - last)
    last = i
  }
  return out
}

/**
 * Camera motion plus parallax per frame. Flare, flashes, cuts and jolts leave blocks without a match, whose
 * motion is then a guess: those frames are interpolated.
 */
export function pictureMotion({ picture }: Signals): Float32Array {
  const usual = median(picture.residual)
  const limit = Math.max(believable.residual, believable.ratio * usual)
  const doubtful = (i: number) =>
    picture.residual[i]! > limit ||
    (i > 0 && Math.abs(picture.luma[i]! - picture.luma[i - 1]!) > believable.lumaStep)
  return bridge(picture.flow.map((flow, i) => (doubtful(i) ? Number.NaN : flow + picture.spread[i]!)))
}

/** The ride's state at 4 Hz: speed, shaking, motion of the picture and whether it moves at all. */
export function rideState(signals: Signals, pace: Pace | null, felt: Samples | null): RideState {
  const { durationSeconds } = signals
  const length = Math.max(1, Math.ceil(durationSeconds * stateHz))
  const motion = toStateRate(pictureMotion(signals), signals.pictureHz, length)
  const fit = pace ? resample({ times: pace.times, values: pace.speed }, stateHz, durationSeconds) : null
  const speed = fit?.some(value => !Number.isNaN(value)) ? fit : null
  const vibration = felt && shakingAt(felt, stateHz, length)
  const floor = vibration
    ? quantile(
        vibration.filter(v => !Number.isNaN(v)),
        calmest,
      )
    : 0
  const tellsRest = floor < shaken
  // A jolt is short; a ride lasts.
  const slowMotion = movingMedian(motion, 4 * stateHz)
  const seemsMoving = Uint8Array.from(slowMotion, value => (value > passing ? 1 : 0))
  const moving = Uint8Array.from({ length }, (_, i) => {
    const v = speed?.[i]
    if (v !== undefined && !Number.isNaN(v)) return v > rolling ? 1 : 0
    const shake = vibration?.[i]
    if (tellsRest && shake !== undefined && !Number.isNaN(shake))
      return shake > shaken && slowMotion[i]! > passing / 2 ? 1 : 0
    return seemsMoving[i]!
  })
  return { hz: stateHz, length, speed, vibration, motion, moving, seemsMoving }
}

/** State steps of an interval, at least one. */
export function stepsOf(state: RideState, start: number, end: number): { from: number; to: number } {
  const from = Math.min(state.length - 1, Math.max(0, Math.floor(start * state.hz)))
  return { from, to: Math.min(state.length, Math.max(from + 1, Math.ceil(end * state.hz))) }
}

/** Whether the vehicle moves at a time. */
export const movesAt = ({ hz, length, moving }: RideState, time: number): boolean =>
  moving[Math.min(length - 1, Math.max(0, Math.floor(time * hz)))] === 1

/** Share of an interval in which the vehicle moves. */
export function movingShare(state: RideState, start: number, end: number): number {
  const { from, to } = stepsOf(state, start, end)
  return mean(state.moving.subarray(from, to))
}

/** Share of an interval in which the picture moves as on a ride, whatever sensors say. */
export function seemsMovingShare(state: RideState, start: number, end: number): number {
  const { from, to } = stepsOf(state, start, end)
  return mean(state.seemsMoving.subarray(from, to))
}

/** Whether it moves both before and after: a camera jolted or dropped at a standstill isn't a ride. */
export function movesAround(state: RideState, start: number, end: number): boolean {
  const last = state.length / state.hz
  const before = start < 0.5 || movingShare(state, Math.max(0, start - 2), start - 0.25) >= 0.5
  const after = end > last - 0.5 || movingShare(state, end + 0.25, Math.min(last, end + 2)) >= 0.5
  return before && after
}

/** Whether GPS measured the speed throughout. */
export const knowsSpeed = ({ speed }: RideState): boolean => speed !== null && !speed.some(Number.isNaN)

/** Mean GPS speed in an interval in km/h; null when there is none. */
export function speedBetween(state: RideState, start: number, end: number): number | null {
  if (!state.speed) return null
  const { from, to } = stepsOf(state, start, end)
  const value = mean(state.speed.subarray(from, to))
  return Number.isNaN(value) ? null : value * 3.6
}

/** The picture's motion that a fifth of an interval exceeds. */
export function motionBetween(state: RideState, start: number, end: number): number {
  const { from, to } = stepsOf(state, start, end)
  return quantile(state.motion.subarray(from, to), 0.8)
}
