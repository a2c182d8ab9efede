import type { Evidence } from '#contract/analysis.ts'
import { runsInShots, withinOneShot } from '../cuts/index.ts'
import { argMax, clamp, median, round } from '../math.ts'
import { movingShare } from '../ride-state.ts'
import { measured } from '../sentences/measured.ts'
import type { RideFacts, SoundFeatures, SoundLevels } from '../types.ts'
import { evidenceOf } from './evidence.ts'
import { louderThanBeside } from './seen/around.ts'
import { type Candidate, likelyOnes } from './seen/likelihood.ts'
import { shakingIn } from './seen/seen-ride.ts'
import { levelAtSpeed, over } from './sound-levels.ts'
import { travelsBeside } from './travels.ts'

/** Voices that may be a cheer: dB above the ride, the least share of all sound, and seconds. */
const voices = { db: 4, share: 0.1, smooth: 0.25, gap: 0.4, shortest: 0.4, longest: 7 }
/** Voices up to so many seconds after a landing, or before the jump starts, belong to the jump. */
const ofJump = { after: 2.5, before: 0.5 }
const most = { loud: 3, share: 0.6, shaking: 1.5 }

/**
 * Voices that rise above the ride for a few seconds. Talking lasts longer and mostly happens at a standstill, what
 * rattles or thumps shakes the camera as well, and what makes everything louder is no voice.
 * @param jumps jumps that a sensor felt, or likely ones without it: the cheering after a jump is a part of it
 */
export function possibleCheers(
  facts: RideFacts,
  levels: SoundLevels,
  { voice: share }: SoundFeatures,
  jumps: readonly Evidence[],
): Candidate[] {
  const { hz } = levels
  const { seen, shots, state } = facts
  const voice = over(levels.voice, hz, voices.smooth)
  const middle = levelAtSpeed(facts, voice, hz)
  return runsInShots(
    shots,
    hz,
    voice.length,
    i => voice[i]! > middle(i) + voices.db && share[i]! > voices.share,
    Math.round(hz * voices.gap),
    Math.round(hz * voices.shortest),
  ).flatMap(({ from, to }) => {
    const [start, end] = [from / hz, to / hz]
    if (end - start > voices.longest || !withinOneShot(shots, start, end)) return []
    if (movingShare(state, start - 2, end + 1) < 0.5 || !travelsBeside(facts, start, end)) return []
    const peak = argMax(voice, from, to)
    const value = voice[peak]! - middle(peak)
    const landed = jumps.some(jump => jump.end > start - ofJump.after && jump.start < start + ofJump.before)
    const signs = {
      loud: Math.min(value / 10, most.loud),
      share: Math.min(median(share.subarray(from, to)), most.share),
      length: Math.log(end - start),
      shaking: seen ? clamp(Math.log(shakingIn(seen, start, end)), -most.shaking, most.shaking) : 0,
      whole: louderThanBeside(levels, 'whole', start, end),
      landed: landed ? 1 : 0,
    }
    return { start, end, core: peak / hz, value, signs }
  })
}

/** Cheering and shouting on the move. */
export const cheerEvidence = (
  facts: RideFacts,
  levels: SoundLevels,
  sound: SoundFeatures,
  jumps: readonly Evidence[],
): Evidence[] =>
  likelyOnes(possibleCheers(facts, levels, sound, jumps), 'cheer').map(({ start, end, core, value, trust }) =>
    evidenceOf(
      {
        ...{ type: 'cheer', source: 'sound', start, end, core, value },
        says: measured.voices({ loudness: round(value, 1) }),
      },
      trust,
    ),
  )
