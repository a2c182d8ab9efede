import type { TimeSpan } from '#contract/analysis.ts'
import type { TrackPoint } from '#contract/ride-data.ts'
import { belongsTo, type Circle, endsOf, metersBetween, offsetOf, type PrivatePlace } from './circles.ts'

/** All of a ride, and what the camera recorded before and after. */
export const everything: readonly TimeSpan[] = [
  { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY },
]

/** A rider's places, and whether starts and ends are hidden too, or only the places that the rider added. */
export interface Hiding {
  places: readonly PrivatePlace[]
  hideEnds: boolean
}

const placeOf = ([, latitude, longitude]: TrackPoint) => ({ latitude, longitude })

/** Whether the straight way between two points outside of a circle leads through it. */
function passes(from: TrackPoint, to: TrackPoint, { center, radius }: Circle): boolean {
  const [ax, ay] = offsetOf(center, placeOf(from))
  const [bx, by] = offsetOf(center, placeOf(to))
  const [dx, dy] = [bx - ax, by - ay]
  const square = dx * dx + dy * dy
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / square))
  return Math.hypot(ax + share * dx, ay + share * dy) <= radius
}

/** The extra way of the circles that hold; null when there is none. */
const extraOf = (circles: readonly Circle[], holds: (circle: Circle) => boolean): number | null => {
  const held = circles.filter(holds)
  return held.length > 0 ? Math.max(...held.map(({ extra }) => extra)) : null
}

/**
 * Which points of a track lie outside of all circles and beyond the extra way; `through` says where the way from one
 * point to the next leads through a circle that neither lies in.
 */
function visiblePoints(points: readonly TrackPoint[], circles: readonly Circle[]) {
  const inside = points.map(point =>
    extraOf(circles, ({ center, radius }) => metersBetween(placeOf(point), center) <= radius),
  )
  const through = points.map((point, i) => {
    const next = points[i + 1]
    if (!next || inside[i] !== null || inside[i + 1] !== null) return null
    return extraOf(circles, circle => passes(point, next, circle))
  })
  const visible = inside.map(extra => extra === null)
  /** Meters from a point outside to the nearest circle: at least as much of the way lies between. */
  const beyond = (point: TrackPoint) =>
    Math.min(...circles.map(({ center, radius }) => metersBetween(placeOf(point), center) - radius))
  /** Leaves out the way after a cut, in one direction, up to the next cut. */
  const trim = (step: 1 | -1) => {
    let left: number | null = null
    let before: TrackPoint | null = null
    for (const i of step === 1 ? points.keys() : [...points.keys()].reverse()) {
      const point = points[i] as TrackPoint
      const here = inside[i] ?? null
      const cut: number | null = here ?? (step === 1 ? through[i - 1] : through[i]) ?? null
      if (cut !== null) before = null
      left = cut ?? left
      if (here === null && left !== null) {
        left -= before ? metersBetween(placeOf(before), placeOf(point)) : beyond(point)
        if (left > 0) visible[i] = false
        else left = null
      }
      before = here === null ? point : null
    }
  }
  trim(1)
  trim(-1)
  return { visible, through }
}

/**
 * When a ride is in one of its rider's private places, even in passing, or on the next meters of the way: open spans in
 * seconds of the video, in order. Time without a fix counts where either side does; where the ends are hidden, so does
 * all before the first fix and after the last. Of a ride whose ends belong to no place, everything is hidden.
 */
export function hiddenSpans(
  track: readonly (readonly TrackPoint[])[],
  { places, hideEnds }: Hiding,
): readonly TimeSpan[] {
  const points = track.flat()
  if (points.length === 0) return []
  if (hideEnds && !endsOf(track).every(end => places.some(place => belongsTo(end, place)))) return everything
  const circles = places
    .filter(({ removed, addedByRider }) => !removed && (hideEnds || addedByRider))
    .map(({ circle }) => circle)
  const { visible, through } = visiblePoints(points, circles)
  const spans: TimeSpan[] = []
  let from = hideEnds || !visible[0] ? Number.NEGATIVE_INFINITY : null
  for (const [i, [time]] of points.entries()) {
    if (!visible[i]) continue
    if (from !== null) spans.push({ start: from, end: time })
    from = !visible[i + 1] || through[i] !== null ? time : null
  }
  if (from !== null && (hideEnds || !visible.at(-1)))
    spans.push({ start: from, end: Number.POSITIVE_INFINITY })
  return spans
}

/** Whether a moment lies in one of the spans. */
export const isHidden = (spans: readonly TimeSpan[], time: number): boolean =>
  spans.some(({ start, end }) => time > start && time < end)
