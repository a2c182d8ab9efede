import { sentences as measured } from '#sentences/measured.ts'
import { runsInShots } from '../../cuts/index.ts'
import { argMax, clamp, median, pick, quantile, type Run, round } from '../../math.ts'
import { stepsOf } from '../../ride-state.ts'
import type { Evidence, RideFacts } from '../../types.ts'
import { evidenceOf } from '../evidence.ts'
import { type Candidate, leastLikelihood, likelihoodOf, trustOf } from '../seen/likelihood.ts'
import { seenBetween } from '../seen/seen-ride.ts'
import { travelsThrough } from '../travels.ts'
import { over, rides, usualLevel } from './sound-levels.ts'

/** All levels are compared with the ride's own, so the volume doesn't matter. dB and seconds. */
const rush = { db: 3, spreads: 1.2, edge: 0.6, seconds: 2.5, shortest: 1.8, lasting: 8 }
/**
 * The harmonics of a revving engine reach above 1 kHz, but hardly above 4 kHz: there the rise must be this share of
 * it.
 */
const broad = 0.5
/**
 * Without the picture at its own rate: a fast or rough section moves the picture this many times more than the ride
 * does, or the wind is louder by this many dB. Noise with neither may be anything, and counts for less.
 */
const second = { motion: 1.2, wind: 4, without: 0.9 }

/** Frames around a peak that reach a share of its rise above the middle, as [first, after the last]. */
function around(level: Float32Array, peak: number, floor: number, shot: Run): [number, number] {
  let [first, last] = [peak, peak]
  while (first > shot.from && level[first - 1]! > floor) first--
  while (last < shot.to - 1 && level[last + 1]! > floor) last++
  return [first, last + 1]
}

/** Motion of the picture in a section, relative to the ride. */
function motionRatio({ state }: RideFacts, start: number, end: number): number {
  const { from, to } = stepsOf(state, start, end)
  return median(state.motion.subarray(from, to)) / median(pick(state.motion, i => state.moving[i] === 1))
}

/**
 * Long sections with more noise above 1 kHz, as wheels and air make at speed. They start and end where 60% of the rise
 * is reached, because the engine gets loud some seconds before the vehicle gets fast. A fast or rough section also
 * shakes the camera and lasts, a gust doesn't.
 */
export function possibleRushes(facts: RideFacts): Candidate[] {
  const { seen, heard: levels } = facts
  if (!levels) return []
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
    const isEngine = rise(levels.engine) > value && rise(levels.high) < broad * value
    if (isEngine) return []
    const ofUsual = (list: 'shake' | 'approach', usual: number) =>
      seen ? median(seenBetween(seen, seen[list], start, end)) / usual : 1
    const signs = {
      loud: Math.log(value),
      length: Math.log(clamp(end - start, rush.shortest, rush.lasting)),
      shake: Math.log(clamp(ofUsual('shake', seen?.usualShake ?? 1), 0.5, 3)),
      pace: clamp(ofUsual('approach', seen?.usualApproach ?? 1), 0, 3),
      wind: clamp(rise(levels.low) / 10, -1, 1.5),
      motion: motionRatio(facts, start, end),
    }
    return { start, end, core: peak / hz, value, signs }
  })
}

/** The share of its strength that a rush keeps: nothing when the picture makes it unlikely, so it's just loud. */
function trustIn({ signs }: Candidate, { seen }: RideFacts): number {
  if (!seen) return signs.motion! >= second.motion || 10 * signs.wind! >= second.wind ? 1 : second.without
  const likely = likelihoodOf(signs, 'rush')
  return likely >= leastLikelihood('rush') ? trustOf(likely) : 0
}

/** Rushing sound, as of wheels and air at speed. */
export const rushEvidence = (facts: RideFacts): Evidence[] =>
  possibleRushes(facts).map(candidate => {
    const { start, end, core, value } = candidate
    return evidenceOf(
      {
        ...{ type: 'rush', source: 'sound', start, end, core, value },
        says: measured.rushing({ seconds: round(end - start, 3), loudness: round(value, 1) }),
      },
      trustIn(candidate, facts),
    )
  })
