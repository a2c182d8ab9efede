import type { Evidence } from '#contract/analysis.ts'
import { runsInShots } from '../cuts/index.ts'
import { argMax, quantile, round } from '../math.ts'
import { strengthBy } from '../products/also-measured.ts'
import { speedBetween } from '../ride-state.ts'
import { measured } from '../sentences/measured.ts'
import type { RideFacts, SoundLevels } from '../types.ts'
import { cheerEvidence } from './cheers.ts'
import { evidenceOf } from './evidence.ts'
import { rushEvidence } from './rushes.ts'
import { medianIn } from './seen/around.ts'
import { over, rides, usualLevel } from './sound-levels.ts'
import { thumpEvidence } from './thumps.ts'

/** All levels are compared with the ride's own, so the volume doesn't matter. dB and seconds. */
const burst = { db: 5, spreads: 2, seconds: 0.4 }
const longestBurst = 2.5
const splash = { high: 6, tilt: 5, seconds: 0.8 }
/** Seconds before a splash in which its speed, or else the noise of wheels and wind is measured. */
const entry = { speed: 0.5, noise: { from: 1.5, to: 0.2 } }

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
    if (end - start > longestBurst || !rides(facts, start, end)) return []
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

/**
 * A splash is as strong as it is fast; how loud it is depends more on the microphone. Without GPS, the hiss of wheels and
 * wind before it says how fast.
 * @returns null when neither is known
 */
function strengthOfEntry({ state }: RideFacts, levels: SoundLevels, start: number, usualHigh: number) {
  const speed = speedBetween(state, start - entry.speed, start)
  if (speed !== null) return strengthBy('entrySpeed', speed)
  const noise = medianIn(levels.high, levels.hz, start - entry.noise.from, start - entry.noise.to)
  return Number.isNaN(noise) ? null : strengthBy('entryNoise', noise - usualHigh)
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
    const heard = evidenceOf({
      type: 'splash',
      source: 'sound',
      start,
      end,
      core: argMax(high, from, to) / hz,
      value,
      says: measured.hiss({ seconds: round(end - start, 3), loudness: round(value, 1) }),
    })
    const strength = strengthOfEntry(facts, levels, start, usualHigh)
    return strength === null ? heard : { ...heard, strength: round(strength, 4) }
  })
}

/** Whether spray or voices make up at least half of a section of noise. */
const covers = (other: Evidence, item: Evidence) =>
  Math.min(other.end, item.end) - Math.max(other.start, item.start) >= (item.end - item.start) / 2

/**
 * Evidence from the sound of a ride; none for a file without audio or with a muted microphone.
 * @param jumps as possibleCheers
 */
export function soundEvidence(facts: RideFacts, jumps: readonly Evidence[]): Evidence[] {
  const { heard: levels, signals } = facts
  if (!levels || !signals.sound) return []
  const named = [...splashes(facts, levels), ...cheerEvidence(facts, levels, signals.sound, jumps)]
  return [
    ...bursts(facts, levels),
    ...rushEvidence(facts, levels).filter(item => !named.some(other => covers(other, item))),
    // At the video's own rate, the picture tells landings from other thumps.
    ...(facts.seen ? [] : thumpEvidence(facts, levels)),
    ...named,
  ]
}
