/** Mean radius of the Earth in m (IUGG). */
const EARTH_RADIUS = 6_371_008.8

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Distance in m between two positions in degrees, on a sphere (haversine; within 0.6% of the ellipsoid). */
export function haversine(latA: number, lonA: number, latB: number, lonB: number): number {
  const half =
    Math.sin(radians(latB - latA) / 2) ** 2 +
    Math.cos(radians(latA)) * Math.cos(radians(latB)) * Math.sin(radians(lonB - lonA) / 2) ** 2
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** One point of a track; NaN for missing values. Time in seconds of the video. */
export interface TrackPoint {
  time: number
  latitude: number
  longitude: number
  altitude: number
  /** over ground, m/s */
  speed: number
  /** number of the uninterrupted segment it belongs to */
  segment: number
}

/**
 * Half the time over which a speed is computed from positions; with less, rounding of the positions shows.
 */
const SPEED_REACH = 0.5

/**
 * Fills missing speeds: the distance along the points from the last one at least half a second before to the
 * first one at least half a second after, divided by their time. Never across a gap between segments.
 */
export function fillSpeeds(points: TrackPoint[]): void {
  const along = new Float64Array(points.length)
  for (let index = 1; index < points.length; index++) {
    const [a, b] = [points[index - 1]!, points[index]!]
    const step = haversine(a.latitude, a.longitude, b.latitude, b.longitude)
    along[index] = along[index - 1]! + (Number.isFinite(step) ? step : 0)
  }
  const filled = new Float64Array(points.length).fill(Number.NaN)
  for (let start = 0, end = 0; start < points.length; start = end) {
    while (end < points.length && points[end]!.segment === points[start]!.segment) end++
    let before = start
    let after = start
    for (let index = start; index < end; index++) {
      const { time, latitude } = points[index]!
      while (before + 1 < index && time - points[before + 1]!.time >= SPEED_REACH) before++
      after = Math.max(after, index)
      while (after + 1 < end && points[after]!.time - time < SPEED_REACH) after++
      const seconds = points[after]!.time - points[before]!.time
      if (Number.isFinite(latitude))
        filled[index] = seconds > 0 ? (along[after]! - along[before]!) / seconds : 0
    }
  }
  points.forEach((point, index) => {
    if (!Number.isFinite(point.speed)) point.speed = filled[index]!
  })
}
