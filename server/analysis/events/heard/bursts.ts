import { sentences as measured } from '#sentences/measured.ts'
import { runsInShots } from '../../cuts/index.ts'
import { argMax, round } from '../../math.ts'
import type { Evidence, RideFacts } from '../../types.ts'
import { evidenceOf } from '../evidence.ts'
import { over, rides, usualLevel } from './sound-levels.ts'

/** All levels are compared with the ride's own, so the volume doesn't matter. dB and seconds. */
const burst = { db: 5, spreads: 2, seconds: 0.4, longest: 2.5 }

/** Short sections that are much louder above 1 kHz than the rest of the ride. */
export function burstEvidence(facts: RideFacts): Evidence[] {
  const { heard: levels } = facts
  if (!levels) return []
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
    if (end - start > burst.longest || !rides(facts, start, end)) return []
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
