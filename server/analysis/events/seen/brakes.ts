import { sentences as measured } from '#sentences/measured.ts'
import { withinOneShot } from '../../cuts/index.ts'
import { clamp, median, round } from '../../math.ts'
import { movingShare } from '../../ride-state.ts'
import type { Evidence, RideFacts, SeenRide, SoundLevels } from '../../types.ts'
import { evidenceOf } from '../evidence.ts'
import { diveIn, louderThanBeside, medianIn, turningIn } from './around.ts'
import { landingEvidence } from './landings.ts'
import { type Candidate, kindFor, likelyOnes } from './likelihood.ts'
import { leastApproach, seenBetween } from './seen-ride.ts'

/** Lengths of brakes that are tried, every so many seconds, and what counts as before and after them. */
const lengths = [1.4, 1.9, 2.5, 3.2]
const step = 0.2
const beside = 1.3
/** Seconds from one brake to the next. */
const apart = 1.8
/** Seconds after a landing, and before one, in which every ride is slower. */
const landed = { after: 3.5, before: 1.8 }
/** A usual nose dive counts as much as this share of slowing down to 1/e. */
const diveShare = 0.3
/** Change of level that counts as much as slowing down to 1/e, dB. */
const loud = 10
/** A change of level that can be mentioned, dB. */
const audible = 1
/** A pace below this share of the usual one counts as this share: standing can't be measured. */
const slowest = 0.15
/** The least slowing for a closer look, and the least with the nose dive, with sound and without. */
const least = { heard: { slower: 0.4, all: 0.6 }, silent: { slower: 0.25, all: 0.4 } }
/** Who ends below this share of the usual pace, or so much quieter, rolls to a stop. */
const stop = { pace: Math.log(0.29), quieter: 1.3 }
const most = { fall: 2, quieter: 2.5, fast: 1.5, stop: 2 }

/** What is measured of a stretch in which the ride may brake. */
interface Slowing {
  middle: number
  length: number
  /** logarithm of the pace before over the pace after */
  fall: number
  /** tens of dB that wheels and wind lose; 0 without sound */
  quieter: number
  /** usual nose dives */
  dive: number
  weight: number
}

/** Pace of the picture and loudness of wheels and wind between two times. */
function meters({ seen, heard }: { seen: SeenRide; heard: SoundLevels | null }) {
  const pace = (from: number, to: number) => {
    const share = median(seenBetween(seen, seen.approach, from, to)) / seen.usualApproach
    return Number.isNaN(share) ? slowest : Math.max(slowest, share)
  }
  const lost = (level: 'high' | 'rush', start: number, end: number) => {
    if (!heard) return 0
    const { hz, [level]: values } = heard
    const before = medianIn(values, hz, start - beside, start - step / 2)
    const after = medianIn(values, hz, end + step / 2, end + beside)
    return Number.isNaN(before - after) ? 0 : clamp((before - after) / loud, -1.5, most.quieter)
  }
  return {
    pace,
    quieter: (start: number, end: number) => (lost('high', start, end) + lost('rush', start, end)) / 2,
  }
}

type Meters = ReturnType<typeof meters>

/** The stretches of a ride in which it slows down most, without overlaps. */
function stretchesOfSlowing(
  { durationSeconds, heard }: RideFacts,
  seen: SeenRide,
  measure: Meters,
): Slowing[] {
  const { slower, all } = heard ? least.heard : least.silent
  const found: Slowing[] = []
  for (let middle = 2.5; middle < durationSeconds - 2.5; middle += step)
    for (const length of lengths) {
      const [start, end] = [middle - length / 2, middle + length / 2]
      const fall = clamp(
        Math.log(measure.pace(start - beside, start) / measure.pace(end, end + beside)),
        -1,
        most.fall,
      )
      const quieter = measure.quieter(start, end)
      if (fall + 2 * quieter < slower) continue
      const nose = diveIn(seen, start, end)
      const weight = fall + quieter + diveShare * nose
      if (weight >= all) found.push({ middle, length, fall, quieter, dive: nose, weight })
    }
  const kept: Slowing[] = []
  for (const one of found.sort((a, b) => b.weight - a.weight || a.middle - b.middle))
    if (kept.every(other => Math.abs(other.middle - one.middle) > apart)) kept.push(one)
  return kept
}

/** Its value is the share of the pace that is lost, percent. */
export interface PossibleBrake extends Candidate {
  /** dB that wheels and wind lose; null without sound */
  quieter: number | null
}

/**
 * Stretches that may be hard brakes, for rides without GPS and motion sensor. The picture grows more slowly, wheels,
 * wind and engine are quieter, and the nose dives and comes up again, all at once; then the ride continues. After a
 * landing every ride is slower.
 */
export function possibleBrakes(facts: RideFacts): PossibleBrake[] {
  const { seen, heard, felt, state, shots } = facts
  if (!seen || felt || state.speed || !(seen.usualApproach >= leastApproach)) return []
  const measure = meters({ seen, heard })
  return stretchesOfSlowing(facts, seen, measure).flatMap(({ middle, length, fall, quieter, dive: nose }) => {
    const [start, end] = [middle - length / 2, middle + length / 2]
    const isOfJump = landingEvidence(facts).some(
      landing => landing.end > middle - landed.after && landing.start < middle + landed.before,
    )
    if (isOfJump || !withinOneShot(shots, start - beside / 2, end + beside / 2)) return []
    if (movingShare(state, start - beside, start) < 0.5) return []
    const after = Math.log(measure.pace(end, end + beside))
    const parts = [fall, nose, ...(heard ? [quieter] : [])].map(part => Math.max(0, part))
    const signs = {
      fall,
      fast: clamp(Math.log(measure.pace(start - beside, start)), -most.fast, most.fast),
      length: Math.log(length),
      // Beyond this it says more of a stop than of a brake.
      quieter: Math.min(quieter, stop.quieter),
      turn: turningIn(seen, start, end),
      together: parts.reduce((product, part) => product * part, 1) ** (1 / parts.length),
      engine: louderThanBeside(heard, 'engine', start, end),
      stops: Math.min(Math.max(0, quieter - stop.quieter) + Math.max(0, stop.pace - after), most.stop),
    }
    const value = 100 * (1 - Math.exp(-Math.max(0, fall)))
    return { start, end, core: middle, value, signs, quieter: heard ? loud * quieter : null }
  })
}

/** Hard brakes, as picture and sound show them. */
export const brakeEvidence = (facts: RideFacts): Evidence[] =>
  likelyOnes(possibleBrakes(facts), kindFor(facts, 'brake')).map(
    ({ start, end, core, value, quieter, trust }) =>
      evidenceOf(
        {
          ...{ type: 'slowing', source: 'picture', start, end, core, value },
          says: measured.slowing({
            percent: round(value, 1),
            seconds: round(end - start, 3),
            quieter: quieter !== null && quieter >= audible ? round(quieter, 1) : null,
          }),
        },
        trust,
      ),
  )
