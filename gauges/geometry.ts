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

/** The middle of a drawing in degrees, and its scale. */
export interface View {
  latitude: number
  longitude: number
  pixelsPerMeter: number
}

interface Box {
  width: number
  height: number
  /** pixels that stay free on each side */
  margin: number
}

/** The view that shows all places, [latitude, longitude], as large as fits. @param least meters that it shows at least */
export function viewOf(
  places: readonly (readonly [latitude: number, longitude: number])[],
  { width, height, margin }: Box,
  least = leastMeters,
): View {
  const spanOf = (axis: 0 | 1) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const place of places) {
      low = Math.min(low, place[axis])
      high = Math.max(high, place[axis])
    }
    return { middle: (low + high) / 2, span: high - low }
  }
  const [north, east] = [spanOf(0), spanOf(1)]
  const pixelsPerMeter = Math.min(
    (width - 2 * margin) / Math.max(least, east.span * perLongitude(north.middle)),
    (height - 2 * margin) / Math.max(least, north.span * metersPerDegree),
  )
  return { latitude: north.middle, longitude: east.middle, pixelsPerMeter }
}

const perLongitude = (latitude: number) => metersPerDegree * Math.cos((latitude * Math.PI) / 180)

/**
 * Degrees to pixels of a drawing with north up, and back. Flat around its middle latitude (equirectangular), which is
 * true to a thousandth within 100 km.
 */
export function projection(view: View, { width, height }: Pick<Box, 'width' | 'height'>) {
  const { pixelsPerMeter } = view
  const east = perLongitude(view.latitude)
  return {
    xOf: (longitude: number) => width / 2 + (longitude - view.longitude) * east * pixelsPerMeter,
    yOf: (latitude: number) => height / 2 - (latitude - view.latitude) * metersPerDegree * pixelsPerMeter,
    placeOf: (x: number, y: number) => ({
      latitude: view.latitude + (height / 2 - y) / metersPerDegree / pixelsPerMeter,
      longitude: view.longitude + (x - width / 2) / east / pixelsPerMeter,
    }),
  }
}

/** Lays a track out with north up, as large as fits. */
export function layOut(track: readonly (readonly TrackPoint[])[], box: Box): Drawn {
  const points = track.flat()
  const view = viewOf(
    points.map(([, latitude, longitude]) => [latitude, longitude]),
    box,
  )
  const { xOf, yOf } = projection(view, box)
  let from = 0
  const begins = new Uint8Array(points.length)
  for (const stretch of track) {
    if (stretch.length > 0) begins[from] = 1
    from += stretch.length
  }
  return {
    times: Float64Array.from(points, ([time]) => time),
    xs: Float64Array.from(points, ([, , longitude]) => xOf(longitude)),
    ys: Float64Array.from(points, ([, latitude]) => yOf(latitude)),
    begins,
    pixelsPerMeter: view.pixelsPerMeter,
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
