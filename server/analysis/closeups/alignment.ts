import { findPatch, type Plane, type Point, patchAt } from './patches.ts'
import { shiftBetween } from './shift.ts'
import { type IsFixed, movingCorners } from './tracks.ts'

const rules = {
  /** search radius in pixels around a guess, and correlation from which a corner counts as found */
  reach: 14,
  found: 0.7,
  /** two corners closer than this, pixels, don't determine a rotation well */
  apart: 20,
  /** possible camera motion between two frames: change of scale, and rotation in radians */
  scale: 1.25,
  turn: 0.45,
  /** pixels by which a corner may miss its predicted position */
  miss: 2,
  least: 6,
}

type Pair = readonly [Point, Point]

/**
 * How many pairs agree with the shift, rotation and scaling that two of them give; 0 where that is impossible
 * for a camera.
 */
function agreeing(pairs: readonly Pair[], [a, toA]: Pair, [b, toB]: Pair): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const [ex, ey] = [toB.x - toA.x, toB.y - toA.y]
  const length = dx * dx + dy * dy
  if (length < rules.apart ** 2) return 0
  const [cos, sin] = [(dx * ex + dy * ey) / length, (dx * ey - dy * ex) / length]
  const scale = Math.hypot(cos, sin)
  if (scale > rules.scale || scale < 1 / rules.scale || Math.abs(Math.atan2(sin, cos)) > rules.turn) return 0
  let count = 0
  for (const [from, to] of pairs) {
    const x = toA.x + cos * (from.x - a.x) - sin * (from.y - a.y)
    const y = toA.y + sin * (from.x - a.x) + cos * (from.y - a.y)
    if (Math.hypot(x - to.x, y - to.y) < rules.miss) count++
  }
  return count
}

/**
 * The largest share of a frame's corners that a single shift, rotation and scaling maps to their positions in
 * another frame, 0 to 1: large when the camera was jolted, small across a cut, where matches are coincidental
 * and inconsistent. All pairs of corners are tried (RANSAC without randomness: Fischler and Bolles, 1981).
 * NaN when there are too few.
 */
export function alignedShare(from: Plane, to: Plane, isFixed: IsFixed): number {
  const shift = shiftBetween(from, to)
  const corners = movingCorners(from, isFixed)
  if (corners.length < rules.least) return Number.NaN
  const pairs: Pair[] = corners.flatMap(corner => {
    const patch = patchAt(from, corner)
    if (!patch) return []
    const guess = { x: corner.x + shift.x, y: corner.y + shift.y }
    const match = findPatch(patch, to, [guess, corner], rules.reach)
    return match.correlation > rules.found ? [[corner, match] as const] : []
  })
  let best = 0
  for (let i = 0; i < pairs.length; i++)
    for (let j = i + 1; j < pairs.length; j++) best = Math.max(best, agreeing(pairs, pairs[i]!, pairs[j]!))
  return best / corners.length
}
