import type { TrackPoint } from '#contract/ride-data.ts'
import { after } from './lines.ts'

/** A track on a drawing: pixels from the left and the top, broken where it is broken on the ground. */
export interface Drawn {
  times: Float64Array
  xs: Float64Array
  ys: Float64Array
  /** 1 where a stretch begins */
  begins: Uint8Array
  pixelsPerMeter: number
}

const metersPerDegree = 111_195
/** A ride on one spot is not blown up to the size of the drawing. */
const leastMeters = 60

/**
 * Lays a track out with north up, as large as fits. Flat around its middle latitude (equirectangular), which is true
 * to a thousandth within 100 km.
 * @param margin pixels that stay free on each side
 */
export function layOut(
  track: readonly (readonly TrackPoint[])[],
  { width, height, margin }: { width: number; height: number; margin: number },
): Drawn {
  const points = track.flat()
  const spanOf = (axis: 1 | 2) => {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const point of points) {
      least = Math.min(least, point[axis])
      most = Math.max(most, point[axis])
    }
    return { middle: (least + most) / 2, span: most - least }
  }
  const [north, east] = [spanOf(1), spanOf(2)]
  const perLongitude = metersPerDegree * Math.cos((north.middle * Math.PI) / 180)
  const pixelsPerMeter = Math.min(
    (width - 2 * margin) / Math.max(leastMeters, east.span * perLongitude),
    (height - 2 * margin) / Math.max(leastMeters, north.span * metersPerDegree),
  )
  let from = 0
  const begins = new Uint8Array(points.length)
  for (const stretch of track) {
    if (stretch.length > 0) begins[from] = 1
    from += stretch.length
  }
  return {
    times: Float64Array.from(points, ([time]) => time),
    xs: Float64Array.from(points, p => width / 2 + (p[2] - east.middle) * perLongitude * pixelsPerMeter),
    ys: Float64Array.from(points, p => height / 2 - (p[1] - north.middle) * metersPerDegree * pixelsPerMeter),
    begins,
    pixelsPerMeter,
  }
}

/** Where the ride is at a time; null between stretches, and before and after the track. */
export function placeAt({ times, xs, ys, begins }: Drawn, time: number): { x: number; y: number } | null {
  const right = after(times, time)
  const left = right - 1
  const [before, next] = [times[left], times[right]]
  if (before === undefined || (next === undefined && time > before) || (begins[right] === 1 && time > before))
    return null
  const share = next === undefined ? 0 : (time - before) / (next - before || 1)
  const between = (list: Float64Array) => {
    const a = list[left] as number
    return a + ((list[right] ?? a) - a) * share
  }
  return { x: between(xs), y: between(ys) }
}

/** Pixels by which a part of the track may be further away than the closest one and still be meant. */
const tolerance = 8

/**
 * The time of the part of a track that is meant by a place on the drawing: the closest one. Where a track crosses or
 * repeats itself, the part that lies closest in time to `near`.
 * @returns seconds; null without a track
 */
export function timeAt(drawn: Drawn, x: number, y: number, near: number): number | null {
  const { times, xs, ys, begins } = drawn
  const candidates: { distance: number; time: number }[] = []
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < times.length; i++) {
    const [x1, y1] = [xs[i] as number, ys[i] as number]
    const alone = i + 1 >= times.length || begins[i + 1] === 1
    const [dx, dy] = alone ? [0, 0] : [(xs[i + 1] as number) - x1, (ys[i + 1] as number) - y1]
    const length = dx * dx + dy * dy
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length))
    const distance = Math.hypot(x - x1 - share * dx, y - y1 - share * dy)
    const from = times[i] as number
    const time = alone ? from : from + share * ((times[i + 1] as number) - from)
    least = Math.min(least, distance)
    candidates.push({ distance, time })
  }
  const meant = candidates.filter(({ distance }) => distance <= least + tolerance)
  // Along one pass of the track the closest point is meant, not the edge of the tolerance.
  let best: { distance: number; time: number } | null = null
  const cost = (one: { distance: number; time: number }) =>
    one.distance + Math.abs(one.time - near) * pixelsPerSecond
  for (const one of meant) if (!best || cost(one) < cost(best)) best = one
  return best?.time ?? null
}

/** How much closer in pixels a part of the track has to be for each second that it lies further away in time. */
const pixelsPerSecond = 0.02

/** A round length for a scale bar: 1, 2 or 5 times a power of ten, at most `most`. */
export function roundLength(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most))
  return ([5, 2, 1].find(step => step * power <= most) ?? 1) * power
}
