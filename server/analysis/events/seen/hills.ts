import { sentences as measured } from '#sentences/measured.ts'
import { framesOf } from '../../cuts/index.ts'
import { clamp, round } from '../../math.ts'
import { movingShare } from '../../ride-state.ts'
import type { Evidence, RideFacts, SeenRide } from '../../types.ts'
import { evidenceOf } from '../evidence.ts'
import { travelsThrough } from '../travels.ts'
import { horizonDrop, skyPart, skyShare } from './horizon.ts'
import { type Candidate, likelyOnes } from './likelihood.ts'
import { contrast, courseOf, plateaus, type Search, unevenness, usualAround } from './plateaus.ts'
import { seenBetween } from './seen-ride.ts'

/**
 * A vehicle on a slope tilts with it, and the ground ahead stays where it was in the picture. What is far away doesn't:
 * on a climb it sinks behind the ground and the sky reaches down to it, on a descent it rises.
 */
export interface Hill extends Candidate {
  type: 'seen_climb' | 'seen_descent'
}

/** A usual hill: this share of the upper rows turns to sky, and the horizon drops by this many frame heights. */
const usual = { sky: 0.2, drop: 0.107 }
/** Both sides are needed: what starts or ends with a shot is found too often where there is no hill. */
const search = {
  lengths: [3, 4, 5.5, 7, 9, 11],
  beside: { seconds: 3, gap: 1.2 },
  oneSided: false,
  /** usual hills of both measures together */
  least: 1,
} satisfies Partial<Search>
const shortest = 2

/** The fastest turn around a hill, frame widths per second: what is far away changes in bends, too. */
function fastestTurn(seen: SeenRide, start: number, end: number): number {
  const turns = seenBetween(seen, seen.turn, start - 1, end + 1).filter(rate => !Number.isNaN(rate))
  return turns.length > 0 ? Math.max(...turns.map(Math.abs)) : 0
}

/** Climbs and descents that may be steep, for rides whose height no receiver measured. */
export function possibleHills(facts: RideFacts): Hill[] {
  const { seen, signals, state, shots } = facts
  const hz = signals.pictureHz
  if (!seen || state.speed || facts.level) return []
  const dropped = horizonDrop(seen, signals)
  const share = skyShare(signals, shots)
  const [sky, drop] = [courseOf(share), courseOf(dropped)]
  const both = courseOf(share.map((value, i) => value / usual.sky + dropped[i]! / usual.drop))
  const [usualSky, usualDrop] = [usualAround(sky, hz), usualAround(drop, hz)]

  const hillsIn = (within: Search): Hill[] =>
    plateaus(both, within).flatMap(stretch => {
      const { side } = within
      const { from, to } = stretch
      const [start, end] = [from / hz, to / hz]
      if (end - start < shortest || movingShare(state, start, end) < 0.5) return []
      if (!travelsThrough(facts, start, end)) return []
      const more = contrast(sky, stretch, within)
      const lower = contrast(drop, stretch, within)
      const middle = (from + to) >> 1
      const signs = {
        sky: clamp(more, -0.3, 0.5),
        drop: clamp(lower, -0.05, 0.23),
        together: Math.min(clamp(more / usual.sky, -1, 2), clamp(lower / usual.drop, -1, 2)),
        lastingSky: clamp(side * (sky.mean(from, to) - usualSky(middle)), -0.3, 0.4),
        lastingDrop: clamp(side * (drop.mean(from, to) - usualDrop(middle)), -0.09, 0.21),
        uneven: unevenness(both, stretch, Math.max(0.5, stretch.height), hz),
        turn: clamp(fastestTurn(seen, start, end), 0, 1),
      }
      // In percent of the picture's height.
      const value = 100 * Math.max(skyPart * more, lower)
      const type = side > 0 ? 'seen_climb' : 'seen_descent'
      return { type, start, end, core: middle / hz, value, signs }
    })
  return shots.flatMap(one => {
    const shot = framesOf(one, hz, share.length)
    return ([1, -1] as const).flatMap(side => hillsIn({ ...search, side, hz, shot }))
  })
}

/** Climbs and descents, as the picture shows them. */
export const hillEvidence = (facts: RideFacts): Evidence[] =>
  likelyOnes(possibleHills(facts), 'hill').map(({ type, start, end, core, value, trust }) => {
    const says = { percent: round(value, 1), seconds: round(end - start, 3) }
    return evidenceOf(
      {
        ...{ type, source: 'picture', start, end, core, value },
        says: type === 'seen_climb' ? measured.sinks(says) : measured.rises(says),
      },
      trust,
    )
  })
