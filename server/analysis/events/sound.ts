import type { Evidence } from '#contract/analysis.ts'
import { runsInShots, withinOneShot } from '../cuts/index.ts'
import { argMax, median, pick, quantile, type Run, round } from '../math.ts'
import { movingShare, stepsOf } from '../ride-state.ts'
import { measured } from '../sentences/measured.ts'
import type { RideFacts } from '../types.ts'
import { evidenceOf } from './evidence.ts'
import { isSilent, levelAtSpeed, over, type SoundLevels, soundLevels, usualLevel } from './sound-levels.ts'
import { thumpEvidence } from './thumps.ts'
import { travelsThrough } from './travels.ts'

/** All levels are compared with the ride's own, so the volume doesn't matter. dB and seconds. */
const burst = { db: 5, spreads: 2, seconds: 0.4 }
const rush = { db: 3, spreads: 1.2, edge: 0.6, seconds: 2.5, shortest: 1.8 }
/**
 * The harmonics of a revving engine reach above 1 kHz, but hardly above 4 kHz: there the rise must be this
 * share of it. A fast or rough section moves the picture this many times more than the ride does, or the wind
 * is louder by this many dB. Noise with neither may be anything, and counts for less.
 */
const second = { broad: 0.5, motion: 1.2, wind: 4, without: 0.9 }
const splash = { high: 6, tilt: 5, seconds: 0.8 }
const cheer = { db: 7, share: 0.25, shortest: 0.5, longest: 5 }

/** Frames around a peak that reach a share of its rise above the middle, as [first, after the last]. */
function around(level: Float32Array, peak: number, floor: number, shot: Run): [number, number] {
  let [first, last] = [peak, peak]
  while (first > shot.from && level[first - 1]! > floor) first--
  while (last < shot.to - 1 && level[last + 1]! > floor) last++
  return [first, last + 1]
}

const rides = ({ state, shots }: RideFacts, start: number, end: number) =>
  withinOneShot(shots, start, end) && movingShare(state, start - 1, end + 1) >= 0.5

/** Short sections that are much louder above 1 kHz than the rest of the ride. */
function bursts(facts: RideFacts, levels: SoundLevels): Evidence[] {
  const { hz } = levels
  const level = over(levels.rush, hz, 0.25)
  const { middle, spread } = usualLevel(facts, level, hz)
  const least = middle + Math.max(burst.db, burst.spreads * spread)
  return runsInShots(
    facts.shots,
    hz,
    level.length,
    i => level[i]! > least,
    Math.round(hz * 0.2),
    Math.round(hz * burst.seconds),
  ).flatMap(({ from, to }) => {
    const [start, end] = [from / hz, to / hz]
    if (end - start > rush.seconds || !rides(facts, start, end)) return []
    const peak = argMax(level, from, to)
    const value = level[peak]! - middle
    return evidenceOf({
      type: 'sound_burst',
      source: 'sound',
      start,
      end,
      core: peak / hz,
      value,
      says: measured.loud({ loudness: round(value, 1) }),
    })
  })
}

/** Motion of the picture in a section, relative to the ride. */
function motionRatio({ state }: RideFacts, start: number, end: number): number {
  const { from, to } = stepsOf(state, start, end)
  return median(state.motion.subarray(from, to)) / median(pick(state.motion, i => state.moving[i] === 1))
}

/**
 * Long sections with more noise above 1 kHz, as wheels and air make at speed. They start and end where 60% of
 * the rise is reached, because the engine gets loud some seconds before the vehicle gets fast.
 */
function rushes(facts: RideFacts, levels: SoundLevels): Evidence[] {
  const { hz } = levels
  const level = over(levels.rush, hz, 1)
  const { middle, spread } = usualLevel(facts, level, hz)
  const least = middle + Math.max(rush.db, rush.spreads * spread)
  return runsInShots(
    facts.shots,
    hz,
    level.length,
    i => level[i]! > least,
    Math.round(hz * 0.5),
    Math.round(hz * rush.seconds),
  ).flatMap(({ from, to, shot }) => {
    const peak = argMax(level, from, to)
    const value = quantile(level.subarray(from, to), 0.9) - middle
    const [first, last] = around(level, peak, middle + rush.edge * value, shot)
    const [start, end] = [Math.max(from, first) / hz, Math.min(to, last) / hz]
    const isRide = rides(facts, start, end) && travelsThrough(facts, start, end)
    if (end - start < rush.shortest || !isRide) return []
    const rise = (band: Float32Array) =>
      median(band.subarray(first, last)) - usualLevel(facts, band, hz).middle
    const isEngine = rise(levels.engine) > value && rise(levels.high) < second.broad * value
    if (isEngine) return []
    const isBorneOut = motionRatio(facts, start, end) >= second.motion || rise(levels.low) >= second.wind
    return evidenceOf(
      {
        type: 'rush',
        source: 'sound',
        start,
        end,
        core: peak / hz,
        value,
        says: measured.rushing({ seconds: round(end - start, 3), loudness: round(value, 1) }),
      },
      isBorneOut ? 1 : second.without,
    )
  })
}

/** Hiss above 4 kHz, out of proportion to what lies below it: spray of water, mud or gravel. */
function splashes(facts: RideFacts, levels: SoundLevels): Evidence[] {
  const { hz } = levels
  const high = over(levels.high, hz, 0.3)
  const tilt = over(
    levels.high.map((db, i) => db - levels.voice[i]!),
    hz,
    0.3,
  )
  const usualHigh = usualLevel(facts, high, hz).middle
  const usualTilt = usualLevel(facts, tilt, hz).middle
  const hisses = (i: number) => high[i]! > usualHigh + splash.high && tilt[i]! > usualTilt + splash.tilt
  return runsInShots(
    facts.shots,
    hz,
    high.length,
    hisses,
    Math.round(hz * 0.4),
    Math.round(hz * splash.seconds),
  ).flatMap(({ from, to }) => {
    const [start, end] = [from / hz, to / hz]
    if (!rides(facts, start, end)) return []
    const value = quantile(high.subarray(from, to), 0.9) - usualHigh
    return evidenceOf({
      type: 'splash',
      source: 'sound',
      start,
      end,
      core: argMax(high, from, to) / hz,
      value,
      says: measured.hiss({ seconds: round(end - start, 3), loudness: round(value, 1) }),
    })
  })
}

/**
 * Voices that rise above the ride for a few seconds. Talking lasts longer, and mostly happens at a
 * standstill.
 */
function cheers(facts: RideFacts, levels: SoundLevels, share: Float32Array): Evidence[] {
  const { hz } = levels
  const voice = over(levels.voice, hz, 0.25)
  const middle = levelAtSpeed(facts, voice, hz)
  const loud = (i: number) => voice[i]! > middle(i) + cheer.db && share[i]! > cheer.share
  return runsInShots(
    facts.shots,
    hz,
    voice.length,
    loud,
    Math.round(hz * 0.4),
    Math.round(hz * cheer.shortest),
  ).flatMap(({ from, to }) => {
    const start = from / hz
    const end = to / hz
    if (end - start > cheer.longest || !withinOneShot(facts.shots, start, end)) return []
    if (movingShare(facts.state, start - 2, end + 1) < 0.5) return []
    const peak = argMax(voice, from, to)
    const value = voice[peak]! - middle(peak)
    return evidenceOf({
      type: 'cheer',
      source: 'sound',
      start,
      end,
      core: peak / hz,
      value,
      says: measured.voices({ loudness: round(value, 1) }),
    })
  })
}

/** Whether spray or voices make up at least half of a section of noise. */
const covers = (other: Evidence, item: Evidence) =>
  Math.min(other.end, item.end) - Math.max(other.start, item.start) >= (item.end - item.start) / 2

/** Evidence from the sound of a ride; none for a file without audio or with a muted microphone. */
export function soundEvidence(facts: RideFacts): Evidence[] {
  const { sound } = facts.signals
  if (!sound || isSilent(sound)) return []
  const levels = soundLevels(sound)
  const named = [...splashes(facts, levels), ...cheers(facts, levels, sound.voice)]
  return [
    ...bursts(facts, levels),
    ...rushes(facts, levels).filter(item => !named.some(other => covers(other, item))),
    ...thumpEvidence(facts, levels),
    ...named,
  ]
}
