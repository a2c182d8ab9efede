import { median } from '../math.ts'
import type { RideFacts } from '../types.ts'

/**
 * The picture of a ride grows, or shrinks behind it, by at least this share a second. Where it does neither, the
 * vehicle is at rest, however much its engine or a hand shakes the camera.
 */
const least = 0.03
/** Seconds that are looked at on each side of a stretch. */
const beside = 3

/** How the picture grows by itself differs from second to second: the median of a few of them says more. */
function growthBetween({ signals: { picture, pictureHz: hz } }: RideFacts, from: number, to: number): number {
  const at = (seconds: number) => Math.max(0, Math.round(seconds * hz))
  return Math.abs(median(picture.divergence.subarray(at(from), at(to))))
}

/** True where GPS tells of a ride already, or too few pictures are read to tell. */
const isKnown = ({ signals, state }: RideFacts) => state.speed !== null || signals.quality !== 'full'

/** Whether the picture tells of a ride before a stretch or after it: what is in it may be a hand's doing. */
export const travelsBeside = (facts: RideFacts, start: number, end: number): boolean =>
  isKnown(facts) ||
  growthBetween(facts, start - beside, start) >= least ||
  growthBetween(facts, end, end + beside) >= least

/** Whether the picture tells of a ride in a stretch and the seconds beside it, taken together. */
export const travelsThrough = (facts: RideFacts, start: number, end: number): boolean =>
  isKnown(facts) || growthBetween(facts, start - beside, end + beside) >= least
