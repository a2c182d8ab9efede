import type { AnswerOf } from '#contract/endpoints/index.ts'
import type { PrivatePlace } from '#contract/private-places.ts'
import { projection, type View, viewOf } from '#gauges/geometry.ts'
import { haversine } from '#telemetry/sidecar/positions.ts'

export type Places = AnswerOf<'privatePlaces'>
export type Ride = Places['rides'][number]
/** A point in degrees. */
export type Spot = Pick<PrivatePlace, 'latitude' | 'longitude'>
export interface Size {
  width: number
  height: number
}

/** Meters that a circle may reach from its place: the largest shift and radius, in decision 011. */
export const circleReach = 1000
/** Meters within which a ride's start or end belongs to a place. */
const endReach = 500
const margin = 20
/** Pixels per meter: from half the world on a phone to a street. */
const scales = { least: 1 / 50_000, most: 1 } as const

export const metersBetween = (a: Spot, b: Spot): number =>
  haversine(a.latitude, a.longitude, b.latitude, b.longitude)

/** The view of all of some rides and places, with their circles. */
export function viewAround(rides: readonly Ride[], places: readonly Spot[], size: Size): View {
  const points = [
    ...rides.flatMap(({ track }) => track.flat()),
    ...places.map(({ latitude, longitude }): [number, number] => [latitude, longitude]),
  ]
  const box = { ...size, margin }
  const { latitude, longitude, pixelsPerMeter } = viewOf(points, box)
  // Room for the circles, which reach beyond the ends of the rides.
  const shorter = Math.min(size.width, size.height) - 2 * margin
  return { latitude, longitude, pixelsPerMeter: 1 / (1 / pixelsPerMeter + (2 * circleReach) / shorter) }
}

/** A view around a spot, `factor` times as large. */
export const zoomed = ({ pixelsPerMeter }: View, { latitude, longitude }: Spot, factor: number): View => ({
  ...{ latitude, longitude },
  pixelsPerMeter: Math.min(scales.most, Math.max(scales.least, pixelsPerMeter * factor)),
})

/** The view of one place with its whole circle. */
export const viewOfPlace = (
  { circle: { latitude, longitude } }: PrivatePlace,
  { width, height }: Size,
): View => ({
  ...{ latitude, longitude },
  pixelsPerMeter: (Math.min(width, height) - 2 * margin) / (2 * circleReach),
})

/** The spot of a point on the map, within the world. */
export function spotAt(view: View, size: Size, x: number, y: number): Spot {
  const { latitude, longitude } = projection(view, size).placeOf(x, y)
  return {
    latitude: Math.min(90, Math.max(-90, latitude)),
    longitude: ((((longitude + 180) % 360) + 360) % 360) - 180,
  }
}

/** The rides' outlines as one path. */
export function pathOf(rides: readonly Ride[], view: View, size: Size): string {
  const { xOf, yOf } = projection(view, size)
  return rides
    .flatMap(({ track }) => track)
    .map(stretch =>
      stretch
        .map(
          ([latitude, longitude], i) =>
            `${i === 0 ? 'M' : 'L'}${xOf(longitude).toFixed(1)} ${yOf(latitude).toFixed(1)}`,
        )
        .join(''),
    )
    .join('')
}

/** The newest ride that starts or ends at a place. */
export const rideEndingAt = (place: Spot, rides: readonly Ride[]): Ride | undefined =>
  rides.find(({ track }) => {
    const points = track.flat()
    return [points[0], points.at(-1)].some(
      end => end && metersBetween(place, { latitude: end[0], longitude: end[1] }) <= endReach,
    )
  })

/** The place whose circle holds a spot, else the nearest one, with its number in the list. */
export function nearestPlace(spot: Spot, places: readonly PrivatePlace[]) {
  const [nearest] = places
    .map((place, i) => ({
      number: i + 1,
      meters: metersBetween(spot, place),
      inside: metersBetween(spot, place.circle) <= place.circle.radius,
    }))
    .sort((a, b) => Number(b.inside) - Number(a.inside) || a.meters - b.meters)
  return nearest
}
