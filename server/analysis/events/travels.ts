import { median } from '../math.ts'
import type { RideFacts } from '../types.ts'
import { seenBetween } from './seen/seen-ride.ts'

/**
 * A ride's picture grows, or shrinks behind it, by at least this share per second. Otherwise the vehicle is
 * at rest, however much its engine or a hand shakes the camera.
 */
const least = 0.03
/** Seconds examined on each side of a section. */
const beside = 3

/** The picture's growth varies from second to second, so use the median over several. */
function growthBetween({ seen, signals }: RideFacts, from: number, to: number): number {
  if (seen) return Math.abs(median(seenBetween(seen, seen.approach, from, to)))
  const { picture, pictureHz: hz } = signals
  const at = (seconds: number) => Math.max(0, Math.round(seconds * hz))
  return Math.abs(median(picture.divergence.subarray(at(from), at(to))))
}

/** True where GPS already shows a ride, or there are too few pictures to tell. */
const isKnown = ({ signals, state }: RideFacts) => state.speed !== null || signals.quality !== 'full'

/** Whether the picture shows a ride before or after a section; otherwise a hand may have caused it. */
export const travelsBeside = (facts: RideFacts, start: number, end: number): boolean =>
  isKnown(facts) ||
  growthBetween(facts, start - beside, start) >= least ||
  growthBetween(facts, end, end + beside) >= least

/** Whether the picture shows a ride in a section and the seconds around it, taken together. */
export const travelsThrough = (facts: RideFacts, start: number, end: number): boolean =>
  isKnown(facts) || growthBetween(facts, start - beside, end + beside) >= least
