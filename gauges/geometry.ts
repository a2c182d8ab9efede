import type { TrackPoint } from '#contract/ride-data.ts'

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

/** Index of the first time after `time`. */
export function after(times: ArrayLike<number>, time: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] as number) <= time) low = middle + 1
    else high = middle
  }
  return low
}
