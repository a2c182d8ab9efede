import { sentences as measured } from '#sentences/measured.ts'
import { withinOneShot } from '../../cuts/index.ts'
import { remembered, round } from '../../math.ts'
import { movingShare } from '../../ride-state.ts'
import type { Evidence, RideFacts } from '../../types.ts'
import { evidenceOf } from '../evidence.ts'
import { shutter } from '../shaking.ts'
import { travelsThrough } from '../travels.ts'
import { type Landing, landingSigns } from './landing-signs.ts'
import { kindFor, likeliest, likelyOnes } from './likelihood.ts'

/** A thump that can be mentioned, tens of dB. */
const audible = 0.3
/** A landing shakes the picture by at least this factor, log, or throws it up or down this many times as usual. */
const shown = { jolt: 0.2, kick: 0.5 }
/** Seconds from the jolt of a ramp, or of a bounce, to the landing. */
const sameJump = 2

/** Jolts on the move that may be landings. */
export function possibleLandings(facts: RideFacts): Landing[] {
  const { seen, shots, state } = facts
  if (!seen) return []
  return landingSigns(seen, facts.heard).filter(
    ({ start, end, signs }) =>
      start >= shutter &&
      (signs.jolt >= shown.jolt || signs.kick >= shown.kick) &&
      withinOneShot(shots, start - 0.2, end + 0.2) &&
      movingShare(state, start - 2, end + 2) >= 0.5 &&
      travelsThrough(facts, start, end),
  )
}

/** A ramp and a bounce jolt too, but only the likeliest of several jolts of one jump is the landing. */
const isSameJump = (one: Landing, other: Landing) => Math.abs(other.end - one.end) <= sameJump

/**
 * Likely jumps by picture and sound together, for a ride that is seen at the video's own rate. The airtime is where
 * shaking and wheels stop before the landing.
 */
export const landingEvidence = remembered((facts: RideFacts): Evidence[] =>
  likeliest(likelyOnes(possibleLandings(facts), kindFor(facts, 'landing')), isSameJump).map(
    ({ start, end, core, value, signs, trust }) => {
      const isHeard = signs.thump >= audible
      const jolt = round(Math.exp(signs.jolt), 2)
      const loudness = round(10 * signs.thump, 1)
      return evidenceOf(
        {
          ...{ type: 'air_then_thump', source: isHeard ? 'sound' : 'picture', start, end, core, value },
          says: isHeard ? measured.thumped({ loudness, jolt }) : measured.jolted({ jolt }),
        },
        trust,
      )
    },
  ),
)
