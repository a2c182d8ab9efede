import { sentences as measured } from '#sentences/measured.ts'
import { runsInShots, withinOneShot } from '../../cuts/index.ts'
import { argMax, round } from '../../math.ts'
import { movingShare } from '../../ride-state.ts'
import type { Evidence, RideFacts, SoundFeatures, SoundLevels } from '../../types.ts'
import { evidenceOf } from '../evidence.ts'
import { jumpEvidence } from '../jumps.ts'
import { louderThanBeside } from '../seen/around.ts'
import { landingEvidence } from '../seen/landings.ts'
import { type Candidate, likeliest, likelyOnes } from '../seen/likelihood.ts'
import { travelsBeside } from '../travels.ts'
import { levelAtSpeed, over } from './sound-levels.ts'

/** Voices that may be a cheer: dB above the ride, the least share of all sound, and seconds. */
const voices = { db: 4, share: 0.1, smooth: 0.25, gap: 0.4, shortest: 0.4, longest: 7 }
/** Voices up to so many seconds after a landing, or before the jump starts, belong to the jump. */
const ofJump = { after: 2.5, before: 0.5 }
const loudest = 3

/** A shout has its edge above 1 kHz, and its vowels from 300 Hz on, where the engine is. */
const ranges = [['voice'], ['voice', 'engine']] as const

/**
 * Voices that rise above the ride for a few seconds. Talking lasts longer and mostly happens at a standstill, what
 * rattles or sprays is louder above 4 kHz, and wind and thumps below 160 Hz.
 */
export function possibleCheers(facts: RideFacts): Candidate[] {
  const { heard, signals } = facts
  const { sound } = signals
  return heard && sound ? ranges.flatMap(range => voicesIn(range, facts, heard, sound)) : []
}

/** Candidates by what is heard in one range. */
function voicesIn(
  range: (typeof ranges)[number],
  facts: RideFacts,
  levels: SoundLevels,
  sound: SoundFeatures,
): Candidate[] {
  const { hz } = levels
  const { shots, state } = facts
  // The cheering after a jump is a part of it.
  const jumps = facts.felt ? jumpEvidence(facts) : landingEvidence(facts)
  const sum = (of: (band: 'voice' | 'engine') => number) => range.reduce((total, band) => total + of(band), 0)
  const share = sound.voice.map((_, i) => sum(band => sound[band][i]!))
  const voice = over(
    levels.voice.map((_, i) => 10 * Math.log10(sum(band => 10 ** (levels[band][i]! / 10)))),
    hz,
    voices.smooth,
  )
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
      loud: Math.min(value / 10, loudest),
      length: Math.log(end - start),
      whole: louderThanBeside(levels, 'whole', start, end),
      voice: louderThanBeside(levels, 'voice', start, end),
      // Automatic gain turns everything else down, the wind as well.
      low: louderThanBeside(levels, 'low', start, end),
      high: louderThanBeside(levels, 'high', start, end),
      // Vowels are a few strong frequencies; wheels, wind and spray have none.
      tone: louderThanBeside(levels, 'tone', start, end),
      landed: landed ? 1 : 0,
    }
    return { start, end, core: peak / hz, value, signs }
  })
}

/** The two ranges may hear the same voices. */
const areSameVoices = (one: Candidate, other: Candidate) => other.start < one.end && other.end > one.start

/** Cheering and shouting on the move. */
export const cheerEvidence = (facts: RideFacts): Evidence[] =>
  likeliest(likelyOnes(possibleCheers(facts), 'cheer'), areSameVoices).map(
    ({ start, end, core, value, trust }) =>
      evidenceOf(
        {
          ...{ type: 'cheer', source: 'sound', start, end, core, value },
          says: measured.voices({ loudness: round(value, 1) }),
        },
        trust,
      ),
  )
