import { expect, test } from 'vitest'
import type { PrivatePlace } from '#contract/private-places.ts'
import { projection } from '#gauges/geometry.ts'
import { circleReach, nearestPlace, type Ride, rideEndingAt, spotAt, viewAround, zoomed } from './map-view.ts'

const size = { width: 340, height: 300 }
const degree = 111_195
const ride: Ride = {
  videoId: '1',
  title: 'North',
  track: [
    [
      [45, 7],
      [45.1, 7],
    ],
  ],
}
const placeAt = (latitude: number, longitude: number): PrivatePlace => ({
  ...{ id: '', latitude, longitude, addedByRider: true, createdAt: '' },
  circle: { latitude: latitude + 250 / degree, longitude, radius: 600 },
})

test('the map shows the rides with the circles around their ends', () => {
  const view = viewAround([ride], [], size)
  const { yOf } = projection(view, size)
  const reach = circleReach / degree
  expect(yOf(45.1 + reach)).toBeGreaterThan(0)
  expect(yOf(45 - reach)).toBeLessThan(size.height)
})

test('a tapped point is the spot that is drawn there, after zooming too', () => {
  const view = zoomed(viewAround([ride], [placeAt(45.3, 7.4)], size), { latitude: 45, longitude: 7 }, 4)
  const spot = spotAt(view, size, 41, 257)
  const { xOf, yOf } = projection(view, size)
  expect(xOf(spot.longitude)).toBeCloseTo(41, 6)
  expect(yOf(spot.latitude)).toBeCloseTo(257, 6)
})

test('a spot beyond the edge of the world is one that the server accepts', () => {
  const view = zoomed(
    { latitude: 80, longitude: 179, pixelsPerMeter: 1e-9 },
    { latitude: 80, longitude: 179 },
    1,
  )
  const spot = spotAt(view, size, 300, -300)
  expect(spot.latitude).toBe(90)
  expect(Math.abs(spot.longitude)).toBeLessThanOrEqual(180)
})

test('a place belongs to the ride that starts or ends there, and to none that passes by', () => {
  expect(rideEndingAt(placeAt(45.102, 7), [ride])).toBe(ride)
  expect(rideEndingAt(placeAt(45.05, 7), [ride])).toBeUndefined()
})

test('the nearest place is found with its number, and whether its circle holds the spot', () => {
  const places = [placeAt(44, 7), placeAt(45, 7)]
  const north = (meters: number) => ({ latitude: 45 + meters / degree, longitude: 7 })
  expect(nearestPlace(north(0), [])).toBeUndefined()
  expect(nearestPlace(north(800), places)).toMatchObject({ number: 2, inside: true })
  expect(nearestPlace(north(-400), places)).toMatchObject({ number: 2, inside: false })
})
