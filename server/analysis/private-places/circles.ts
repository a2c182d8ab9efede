import type { TrackPoint } from '#contract/ride-data.ts'
import type { Secrets } from '#server/core/secrets.ts'
import { haversine } from '#telemetry/sidecar/positions.ts'
import { median } from '../math.ts'

/** A place in degrees. */
export interface Place {
  latitude: number
  longitude: number
}

/** What others don't see around a private place: everything inside, and the next `extra` meters of the way. */
export interface Circle {
  center: Place
  radius: number
  extra: number
}

/** A private place with the circle that hides it. */
export interface PrivatePlace extends Place {
  circle: Circle
  addedByRider: boolean
  /** the rider removed it: it hides nothing, and its ends make no new place */
  removed: boolean
}

/**
 * Meters from a place to the center of its circle, uniform over that ring: a stranger who knows the circle exactly and
 * guesses a point is within 100 m of the place in 12.2% of all cases at most. Less than 200 m would do for that, but then
 * the error of someone who computes the center from tracks leads them within 140 m now and then.
 */
export const shiftMeters = { least: 200, most: 300 } as const
/**
 * The radius is independent of the shift, so that knowing one tells nothing about the other. Even at the largest shift,
 * 250 m remain on the side of the place, so what lies within 100 m of it has the cover below too.
 */
export const radiusMeters = { least: 550, most: 700 } as const
/** Every start and end has at least this much of a circle around it, meters. */
export const coverMeters = 150
/** More meters of the way that are left out where it leaves a circle. */
export const mostExtraMeters = 150
/** Ends within this many meters of a place, if they are covered, belong to it. */
const reachMeters = 500
/** Receivers drift for some seconds after the first fix, so the median place of the seconds there is an end too. */
const settlingSeconds = 10

const metersPerDegree = 111_195
const turn = 2 * Math.PI

/** Meters in a degree of longitude; not zero at the poles. */
const metersEast = (latitude: number) => metersPerDegree * Math.max(0.01, Math.cos((latitude / 360) * turn))

export const metersBetween = (a: Place, b: Place): number =>
  haversine(a.latitude, a.longitude, b.latitude, b.longitude)

/** Meters east and north from one place to another, on a plane: for a few kilometers. */
export function offsetOf(from: Place, to: Place): [east: number, north: number] {
  const degrees = ((to.longitude - from.longitude + 540) % 360) - 180
  return [degrees * metersEast(from.latitude), (to.latitude - from.latitude) * metersPerDegree]
}

/**
 * The circle of a place: always the same for the same place and secret, so more rides from there tell nothing new.
 * @param id of the place
 */
export function circleOf(secrets: Pick<Secrets, 'sign'>, id: string, { latitude, longitude }: Place): Circle {
  const drawn = Buffer.from(secrets.sign('private-places', `${id} ${latitude} ${longitude}`), 'base64url')
  const share = (index: number) => drawn.readUIntBE(6 * index, 6) / 2 ** 48
  const { least, most } = shiftMeters
  const angle = share(0) * turn
  const shift = Math.sqrt(least ** 2 + share(1) * (most ** 2 - least ** 2))
  return {
    center: {
      latitude: latitude + (shift * Math.cos(angle)) / metersPerDegree,
      longitude: longitude + (shift * Math.sin(angle)) / metersEast(latitude),
    },
    radius: radiusMeters.least + share(2) * (radiusMeters.most - radiusMeters.least),
    extra: share(3) * mostExtraMeters,
  }
}

/**
 * Whether an end of a ride belongs to a place. It must lie well inside of the circle: one that belongs to the place but
 * stood at the edge, or outside, would be shown.
 */
export const belongsTo = (end: Place, place: Place & { circle: Circle }): boolean =>
  metersBetween(end, place) <= reachMeters &&
  metersBetween(end, place.circle.center) + coverMeters <= place.circle.radius

/** The starts and ends of a ride: the first and the last fix, and the median place of the seconds there. */
export function endsOf(track: readonly (readonly TrackPoint[])[]): Place[] {
  const points = track.flat()
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return []
  const placeOf = ([, latitude, longitude]: TrackPoint): Place => ({ latitude, longitude })
  const medianOf = (some: readonly TrackPoint[]): Place => ({
    latitude: median(some.map(([, latitude]) => latitude)),
    longitude: median(some.map(([, , longitude]) => longitude)),
  })
  return [
    placeOf(first),
    placeOf(last),
    medianOf(points.filter(([time]) => time <= first[0] + settlingSeconds)),
    medianOf(points.filter(([time]) => time >= last[0] - settlingSeconds)),
  ]
}

/** The places that a rider's ends still need, each with its circle. @param make a new place for an end */
export function missingPlaces<P extends Place & { circle: Circle }>(
  ends: readonly Place[],
  known: readonly (Place & { circle: Circle })[],
  make: (end: Place) => P,
): P[] {
  const added: P[] = []
  for (const end of ends)
    if (![...known, ...added].some(place => belongsTo(end, place))) added.push(make(end))
  return added
}
