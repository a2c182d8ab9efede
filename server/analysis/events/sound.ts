import type { Evidence } from '#contract/analysis.ts'
import { sentences as measured } from '#sentences/measured.ts'
import { runsInShots } from '../cuts/index.ts'
import { argMax, round } from '../math.ts'
import type { RideFacts, SoundLevels } from '../types.ts'
import { evidenceOf } from './evidence.ts'
import { cheerEvidence } from './heard/cheers.ts'
import { rushEvidence } from './heard/rushes.ts'
import { splashEvidence } from './heard/splashes.ts'
import { over, rides, usualLevel } from './sound-levels.ts'
import { thumpEvidence } from './thumps.ts'

/** All levels are compared with the ride's own, so the volume doesn't matter. dB and seconds. */
const burst = { db: 5, spreads: 2, seconds: 0.4 }
const longestBurst = 2.5
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
  const named = [...splashEvidence(facts, levels), ...cheerEvidence(facts, levels, signals.sound, jumps)]
  return [
    ...bursts(facts, levels),
    ...rushEvidence(facts, levels).filter(item => !named.some(other => covers(other, item))),
    // At the video's own rate, the picture tells landings from other thumps.
    ...(facts.seen ? [] : thumpEvidence(facts, levels)),
    ...named,
  ]
}
