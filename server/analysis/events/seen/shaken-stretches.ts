import { sentences as measured } from '#sentences/measured.ts'
import { runsInShots } from '../../cuts/index.ts'
import { clamp, median, quantile, round, smooth, trimmed } from '../../math.ts'
import { movingShare } from '../../ride-state.ts'
import type { Evidence, RideFacts } from '../../types.ts'
import { evidenceOf } from '../evidence.ts'
import { louderThanBeside, parallaxIn, turningIn } from './around.ts'
import { type Candidate, kindFor, likelyOnes } from './likelihood.ts'
import { leastApproach, seenBetween } from './seen-ride.ts'

/** Times the usual shaking, seconds, and the share of the top within which a stretch lasts. */
const shaken = { ratio: 1.4, smooth: 0.8, gap: 0.7, shortest: 1, lasting: 6, edge: 0.7, top: 0.6 }
/**
 * Stretches that may be rough, for rides whose shaking no motion sensor measured. Rough ground shakes the camera hard,
 * evenly and for long, at no more than the usual pace, and the wheels are louder than before and after. A fast run, a bend
 * or a jolt doesn't.
 */
export function possibleShakenStretches({
  seen,
  state,
  shots,
  felt,
  signals,
  heard,
}: RideFacts): Candidate[] {
  if (!seen || felt || !(seen.usualApproach >= leastApproach)) return []
  const { hz } = seen
  const level = smooth(seen.shake, Math.round(shaken.smooth * hz)).map(value => value / seen.usualShake)
  return runsInShots(
    shots,
    hz,
    seen.length,
    i => level[i]! >= shaken.ratio,
    Math.round(shaken.gap * hz),
    Math.round(shaken.shortest * hz),
  ).flatMap(({ from, to }) => {
    const top = quantile(level.subarray(from, to), shaken.top)
    const { from: first, to: last } = trimmed(level, { from, to }, shaken.edge * top)
    const [start, end] = [first / hz, last / hz]
    if (end - start < shaken.shortest || movingShare(state, start, end) < 0.5) return []
    const part = level.subarray(first, last)
    const signs = {
      shake: Math.log(clamp(top, 1, 4)),
      length: Math.log(clamp(end - start, shaken.shortest, shaken.lasting)),
      pace: clamp(median(seenBetween(seen, seen.approach, start, end)) / seen.usualApproach, 0, 3),
      even: median(part) / quantile(part, 0.95),
      parallax: parallaxIn(signals, start, end),
      turn: turningIn(seen, start, end),
      wheels: louderThanBeside(heard, 'rush', start, end),
    }
    return { start, end, core: (start + end) / 2, value: top, signs }
  })
}

/** Stretches that shake the camera like rough ground. */
export const shakenStretchEvidence = (facts: RideFacts): Evidence[] =>
  likelyOnes(possibleShakenStretches(facts), kindFor(facts, 'shakenStretch')).map(
    ({ start, end, core, value, trust }) =>
      evidenceOf(
        {
          ...{ type: 'shaken_picture', source: 'picture', start, end, core, value },
          says: measured.shaken({ ratio: round(value, 3), seconds: round(end - start, 3) }),
        },
        trust,
      ),
  )
