import { sentences as measured } from '#sentences/measured.ts'
import { runsInShots } from '../../cuts/index.ts'
import { argMax, clamp, median, pick, quantile, round, smooth, trimmed } from '../../math.ts'
import { strengthBy } from '../../products/anchors.ts'
import { movesAt, movingShare } from '../../ride-state.ts'
import type { Evidence, RideFacts, SeenRide } from '../../types.ts'
import { evidenceOf, halfBy } from '../evidence.ts'
import { over } from '../heard/sound-levels.ts'
import { blurIn, engineOverWheels, louderThanUsual } from './around.ts'
import { type Candidate, kindFor, likelyOnes } from './likelihood.ts'
import { leastApproach, seenBetween } from './seen-ride.ts'

/** Times the usual pace, seconds, and the share of the top within which a stretch lasts. */
const fast = {
  ratio: 1.4,
  smooth: 2,
  gap: 1,
  shortest: 1.5,
  lasting: 7,
  longest: 10,
  edge: 0.75,
  closer: 0.9,
  top: 0.8,
}
/** dB by which a pace ten times as high raises wheels and wind, and the most that sound may say, dB. */
const heard = { decade: 40, least: -10, most: 12 }

/**
 * Pace relative to the usual: how fast the scenery approaches, and how loud wheels and wind are. Both follow speed
 * with errors of their own, so together they are closer to it.
 */
function paceOf({ heard: levels, state }: RideFacts, seen: SeenRide): Float32Array {
  const { hz, usualApproach } = seen
  const approach = smooth(seen.approach, Math.round(fast.smooth * hz))
  const rush = levels && over(levels.rush, levels.hz, fast.smooth)
  const usual = levels && rush ? median(pick(rush, i => movesAt(state, i / levels.hz))) : 0
  const louder = (i: number) =>
    levels && rush
      ? clamp((rush[Math.round((i / hz) * levels.hz)] ?? usual) - usual, heard.least, heard.most)
      : 0
  const pace = approach.map(
    (value, i) => (Math.max(0, value) / usualApproach) * 10 ** (louder(i) / heard.decade),
  )
  const middle = median(pick(pace, i => movesAt(state, i / hz)))
  return pace.map(value => value / middle)
}

/** The part of a stretch near its top: its ends without the run-up; of a very long one, what surrounds its peak. */
function coreOf(pace: Float32Array, from: number, to: number, top: number, hz: number): [number, number] {
  const { from: first, to: last } = trimmed(pace, { from, to }, fast.edge * top)
  if (last - first <= fast.longest * hz) return [first, last]
  const peak = argMax(pace, first, last)
  let [low, high] = [peak, peak + 1]
  while (low > first && pace[low - 1]! >= fast.closer * top) low--
  while (high < last && pace[high]! >= fast.closer * top) high++
  return [low, high]
}

/**
 * Stretches that may be fast, for rides whose speed no receiver measured. Before a jump or a bend a ride is fast as
 * well, but briefly, it shakes less, and the throttle is not held open.
 */
export function possibleFastStretches(facts: RideFacts): Candidate[] {
  const { seen, state, shots } = facts
  if (!seen || state.speed || !(seen.usualApproach >= leastApproach)) return []
  const { hz } = seen
  const pace = paceOf(facts, seen)
  return runsInShots(
    shots,
    hz,
    seen.length,
    i => pace[i]! >= fast.ratio,
    Math.round(fast.gap * hz),
    Math.round(fast.shortest * hz),
  ).flatMap(({ from, to }) => {
    const top = quantile(pace.subarray(from, to), fast.top)
    const [first, last] = coreOf(pace, from, to, top, hz)
    const [start, end] = [first / hz, last / hz]
    if (end - start < fast.shortest || movingShare(state, start, end) < 0.5) return []
    const signs = {
      pace: Math.log(top),
      length: Math.log(clamp(end - start, fast.shortest, fast.lasting)),
      shake: clamp(median(seenBetween(seen, seen.shake, start, end)) / seen.usualShake, 0.5, 2),
      blur: blurIn(seen, facts.signals, start, end),
      engine: engineOverWheels(facts.heard, start, end),
    }
    return { start, end, core: (start + end) / 2, value: top, signs }
  })
}

/** Stretches of fast riding by picture and sound, as strong as they look and sound fast. */
export const fastStretchEvidence = (facts: RideFacts): Evidence[] =>
  likelyOnes(possibleFastStretches(facts), kindFor(facts, 'fastStretch')).map(
    ({ start, end, core, value, trust }) => {
      const stretch = evidenceOf(
        {
          ...{ type: 'fast_stretch', source: 'picture', start, end, core, value },
          says: measured.fast({ ratio: round(value, 3), seconds: round(end - start, 3) }),
        },
        trust,
      )
      const louder = louderThanUsual(facts.heard, 'whole', start, end)
      return louder === null ? stretch : halfBy(stretch, trust * strengthBy('runNoise', louder))
    },
  )
