import type { Evidence } from '#contract/analysis.ts'
import { withinOneShot } from '../cuts.ts'
import { argMax, quantile, runs } from '../math.ts'
import { movingShare } from '../ride-state.ts'
import type { RideFacts } from '../types.ts'
import { evidenceOf } from './evidence.ts'
import { isSilent, over, type SoundLevels, soundLevels, usualLevel } from './sound-levels.ts'
import { thumpEvidence } from './thumps.ts'

/** All levels are compared with the ride's own, so turning the volume changes nothing. dB and seconds. */
const burst = { db: 4.5, spreads: 2, edge: 0.6, seconds: 1 }
const cheer = { db: 7, share: 0.25, shortest: 0.5, longest: 5 }

/**
 * Stretches that are louder above 1 kHz than the rest of the ride: wheels, gravel, spray, rushing air. They begin and
 * end where 60 % of the rise is reached.
 */
function bursts(facts: RideFacts, levels: SoundLevels): Evidence[] {
  const { hz } = levels
  const level = over(levels.rush, hz, 0.5)
  const { middle, spread } = usualLevel(facts, level, hz)
  const least = middle + Math.max(burst.db, burst.spreads * spread)
  return runs(
    level.length,
    i => level[i]! > least,
    Math.round(hz * 0.5),
    Math.round(hz * burst.seconds),
  ).flatMap(({ from, to }) => {
    const peak = argMax(level, from, to)
    const value = quantile(level.subarray(from, to), 0.9) - middle
    let [first, last] = [peak, peak]
    while (first > 0 && level[first - 1]! > middle + burst.edge * value) first--
    while (last < level.length - 1 && level[last + 1]! > middle + burst.edge * value) last++
    const start = first / hz
    const end = (last + 1) / hz
    if (!withinOneShot(facts.shots, start, end) || movingShare(facts.state, start - 1, end + 1) < 0.5)
      return []
    return evidenceOf({
      type: 'sound_burst',
      source: 'sound',
      start,
      end,
      core: peak / hz,
      value,
      text: `sound ${Math.round(value)} dB above the ride's median`,
    })
  })
}

/** Voices that rise above the ride for a few seconds. Talking goes on and on, and mostly at a standstill. */
function cheers(facts: RideFacts, levels: SoundLevels, share: Float32Array): Evidence[] {
  const { hz } = levels
  const voice = over(levels.voice, hz, 0.25)
  const { middle } = usualLevel(facts, voice, hz)
  const loud = (i: number) => voice[i]! > middle + cheer.db && share[i]! > cheer.share
  return runs(voice.length, loud, Math.round(hz * 0.4), Math.round(hz * cheer.shortest)).flatMap(
    ({ from, to }) => {
      const start = from / hz
      const end = to / hz
      if (end - start > cheer.longest || !withinOneShot(facts.shots, start, end)) return []
      if (movingShare(facts.state, start - 2, end + 1) < 0.5) return []
      const peak = argMax(voice, from, to)
      const value = voice[peak]! - middle
      return evidenceOf({
        type: 'cheer',
        source: 'sound',
        start,
        end,
        core: peak / hz,
        value,
        text: `voices ${Math.round(value)} dB above the ride's median`,
      })
    },
  )
}

/** What the sound tells of a ride; nothing for a file without sound or with a muted microphone. */
export function soundEvidence(facts: RideFacts): Evidence[] {
  const { sound } = facts.signals
  if (!sound || isSilent(sound)) return []
  const levels = soundLevels(sound)
  return [...bursts(facts, levels), ...thumpEvidence(facts, levels), ...cheers(facts, levels, sound.voice)]
}
