import { sentences as measured } from '#sentences/measured.ts'
import { withinOneShot } from '../../cuts/index.ts'
import { argMax, median, round } from '../../math.ts'
import { movingShare } from '../../ride-state.ts'
import type { Evidence, RideFacts, SoundLevels } from '../../types.ts'
import { evidenceOf } from '../evidence.ts'
import { localMedian } from './sound-levels.ts'

/**
 * A thump rises by this much above the last seconds within a tenth of a second, in the lows and above 1 kHz.
 * dB.
 */
const thump = { low: 5, rush: 3, seconds: 0.1, apart: 0.5 }
/**
 * In the air the wheels are silent and the engine revs freely: at take-off the engine steps up relative to
 * what lies above 1 kHz, or all of the sound steps down. dB and seconds.
 */
const air = { engineOver: 2.5, drop: 3.5, shortest: 0.33, longest: 2.2, ground: 0.6, edge: 0.1 }

/**
 * A landing jolts the camera up or down: at least this many times its usual vertical motion, within seconds.
 */
const jolt = { ratio: 2.5, before: 0.25, after: 0.5, least: 0.01 }

/** Whether the picture was jolted up or down at a landing; true when there are too few pictures to tell. */
function jolts({ signals }: RideFacts): (landing: number) => boolean {
  const { picture, pictureHz: hz, quality } = signals
  const lift = picture.flowY.map(Math.abs)
  const usual = Math.max(jolt.least, median(lift))
  return landing => {
    const from = Math.max(0, Math.round((landing - jolt.before) * hz))
    const around = lift.subarray(from, Math.round((landing + jolt.after) * hz))
    return quality !== 'full' || Math.max(...around) >= jolt.ratio * usual
  }
}

/** Frames at which a thump starts. */
function onsets(levels: SoundLevels): number[] {
  const { hz, low, rush } = levels
  const lowBase = localMedian(low, hz, 3)
  const rushBase = localMedian(rush, hz, 3)
  const rise = Math.max(1, Math.round(thump.seconds * hz))
  const found: number[] = []
  for (let i = rise; i < low.length - 1; i++) {
    if (low[i]! - lowBase(i) < thump.low || low[i]! - low[i - rise]! < thump.low - 1) continue
    const around = Math.max(rush[i - 1]!, rush[i]!, rush[i + 1]!)
    if (around - rushBase(i) < thump.rush) continue
    if (i - (found.at(-1) ?? Number.NEGATIVE_INFINITY) > thump.apart * hz) found.push(i)
  }
  return found
}

interface Step {
  /** frames from the step to `at` */
  length: number
  /** how much the level after the step is above the one before it, dB */
  size: number
  /** the step relative to the noise that two means of these lengths have */
  weight: number
}

/** The step up in `level` that best divides the time before frame `at`, at most `longest` frames back. */
function stepBefore(level: Float32Array, hz: number, at: number): Step {
  const frames = (seconds: number) => Math.round(seconds * hz)
  const ground = frames(air.ground)
  const end = at - frames(air.edge)
  const first = Math.max(0, at - frames(air.longest) - ground - 1)
  const sums = new Float64Array(at - first + 1)
  for (let i = first; i < at; i++) sums[i + 1 - first] = sums[i - first]! + level[i]!
  const sumBetween = (from: number, to: number) => sums[to - first]! - sums[from - first]!
  let best: Step = { length: 0, size: 0, weight: 0 }
  for (let length = frames(air.shortest); length <= frames(air.longest); length++) {
    const take = at - length
    if (take - ground < first || end - take < 2) continue
    const size = sumBetween(take, end) / (end - take) - sumBetween(take - ground, take) / ground
    const weight = size * Math.sqrt(((end - take) * ground) / (end - take + ground))
    if (weight > best.weight) best = { length, size, weight }
  }
  return best
}

/**
 * Seconds of airtime that end with a thump at frame `at`; 0 when the sound before it doesn't indicate a
 * flight.
 */
function airBefore(levels: SoundLevels, engineOver: Float32Array, quiet: Float32Array, at: number): number {
  const free = stepBefore(engineOver, levels.hz, at)
  const silent = stepBefore(quiet, levels.hz, at)
  const heard = [
    { step: free, holds: free.size >= air.engineOver },
    { step: silent, holds: silent.size >= air.drop },
  ].filter(({ holds }) => holds)
  const best = heard.toSorted((a, b) => b.step.weight - a.step.weight)[0]
  return best ? best.step.length / levels.hz : 0
}

/**
 * A change of sound as in flight, then a thump: how a jump sounds to a camera without sensors. At the video's own rate,
 * the picture tells landings from other thumps.
 */
export function thumpEvidence(facts: RideFacts): Evidence[] {
  const { heard: levels, seen } = facts
  if (!levels || seen) return []
  const { hz } = levels
  const low = levels.low
  const base = localMedian(low, hz, 3)
  const engineOver = levels.engine.map((db, i) => db - levels.rush[i]!)
  const quiet = levels.whole.map(db => -db)
  const isJolted = jolts(facts)
  return onsets(levels).flatMap(at => {
    const seconds = airBefore(levels, engineOver, quiet, at)
    if (seconds < air.shortest || seconds > air.longest) return []
    const landing = at / hz
    const start = landing - seconds
    if (!withinOneShot(facts.shots, start - 0.2, landing + 0.2)) return []
    if (movingShare(facts.state, start - 2, landing + 2) < 0.5 || !isJolted(landing)) return []
    const peak = argMax(low, at, Math.min(low.length, at + Math.round(hz * 0.3)))
    return evidenceOf({
      type: 'air_then_thump',
      source: 'sound',
      start,
      end: landing,
      core: landing,
      value: seconds,
      says: measured.thump({ seconds: round(seconds, 3), loudness: round(low[peak]! - base(peak), 1) }),
    })
  })
}
