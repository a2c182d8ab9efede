import { withinOneShot } from '../../cuts/index.ts'
import { clamp, mad, median, movingMedian, pick, quantile, smooth } from '../../math.ts'
import { movingShare } from '../../ride-state.ts'
import { silence } from '../../signals/sound.ts'
import type { RideFacts, RideState, SoundFeatures, SoundLevels } from '../../types.ts'

/** Whether a sound is empty: a muted microphone or digital noise. */
const isSilent = (sound: SoundFeatures) => !(quantile(sound.db, 0.95) > -75)

const smallestShare = 1e-6

/** What can be heard of a ride; null without sound. */
export function heardLevels(sound: SoundFeatures | null): SoundLevels | null {
  if (!sound || isSilent(sound)) return null
  const band = (share: (i: number) => number) =>
    sound.db.map((db, i) => Math.max(silence - 60, db + 10 * Math.log10(Math.max(share(i), smallestShare))))
  return {
    hz: sound.hz,
    whole: sound.db,
    low: band(i => sound.low[i]!),
    engine: band(i => sound.engine[i]!),
    voice: band(i => sound.voice[i]!),
    high: band(i => sound.high[i]!),
    rush: band(i => sound.voice[i]! + sound.high[i]!),
    tone: sound.tone,
  }
}

/** Mean over `seconds` around each frame. */
export const over = (level: Float32Array, hz: number, seconds: number) =>
  smooth(level, Math.round(hz * seconds))

/** The state step of a sound frame. */
export const stepAt = (state: RideState, hz: number, frame: number) =>
  clamp(Math.floor((frame / hz) * state.hz), 0, state.length - 1)

/**
 * Median and spread of a level over the frames on which the ride moves; over all frames when it hardly does.
 */
export function usualLevel(
  { state }: RideFacts,
  level: Float32Array,
  hz: number,
): { middle: number; spread: number } {
  const riding = pick(level, i => state.moving[stepAt(state, hz, i)] === 1)
  const base = riding.length > hz * 5 ? riding : level
  const middle = median(base)
  return { middle, spread: mad(base, middle) }
}

/** No rush below this speed, m/s. */
const slow = 2

/**
 * The usual level at each frame's speed: wheels and wind get louder with the logarithm of speed. Without GPS,
 * or if the ride is too even, the ride's median.
 */
export function levelAtSpeed(facts: RideFacts, level: Float32Array, hz: number): (frame: number) => number {
  const { state } = facts
  const { middle } = usualLevel(facts, level, hz)
  const { speed } = state
  if (!speed) return () => middle
  const paceAt = (frame: number) => Math.log(Math.max(slow, speed[stepAt(state, hz, frame)]!))
  const known = Array.from(level.keys()).filter(
    frame => state.moving[stepAt(state, hz, frame)] === 1 && !Number.isNaN(paceAt(frame)),
  )
  if (known.length < hz * 20) return () => middle
  const pace = Float32Array.from(known, paceAt)
  const usual = median(pace)
  const heard = Float32Array.from(known, frame => level[frame]!)
  let [sum, spread] = [0, 0]
  for (let i = 0; i < pace.length; i++) {
    sum += (pace[i]! - usual) * (heard[i]! - middle)
    spread += (pace[i]! - usual) ** 2
  }
  const slope = spread > 0 ? Math.max(0, sum / spread) : 0
  return frame => {
    const now = paceAt(frame)
    return Number.isNaN(now) ? middle : middle + slope * (now - usual)
  }
}

/** Local median of a level over `seconds`, worked out on every fourth frame. */
export function localMedian(level: Float32Array, hz: number, seconds: number): (frame: number) => number {
  const sparse = movingMedian(
    pick(level, i => i % 4 === 0),
    Math.round((hz / 4) * seconds),
  )
  return frame => sparse[clamp(frame >> 2, 0, sparse.length - 1)]!
}

/** Whether a section of sound is from a ride, within one shot. */
export const rides = ({ state, shots }: RideFacts, start: number, end: number) =>
  withinOneShot(shots, start, end) && movingShare(state, start - 1, end + 1) >= 0.5
