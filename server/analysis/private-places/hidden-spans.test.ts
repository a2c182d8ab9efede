import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { TrackPoint } from '#contract/ride-data.ts'
import { secretsFrom } from '#server/core/secrets.ts'
import {
  belongsTo,
  circleOf,
  coverMeters,
  endsOf,
  metersBetween,
  missingPlaces,
  mostExtraMeters,
  offsetOf,
  type Place,
  type PrivatePlace,
  radiusMeters,
  shiftMeters,
} from './circles.ts'
import { type Hiding, hiddenSpans, isHidden } from './hidden-spans.ts'

const home: Place = { latitude: 45, longitude: 7 }
const degree = 111_195
const east = degree * Math.cos(Math.PI / 4)
const secrets = secretsFrom('tests')
/** A place some meters east and north of home. */
const spot = (x: number, y: number): Place => ({ latitude: 45 + y / degree, longitude: 7 + x / east })
const placeAt = (place: Place, id = 'home', more: Partial<PrivatePlace> = {}): PrivatePlace => ({
  ...place,
  ...{ circle: circleOf(secrets, id, place), addedByRider: false, removed: false },
  ...more,
})
const pointAt = (time: number, x: number, y: number): TrackPoint => {
  const { latitude, longitude } = spot(x, y)
  return [time, latitude, longitude]
}
const placeOf = ([, latitude, longitude]: TrackPoint): Place => ({ latitude, longitude })
const hidingFor = (track: TrackPoint[][], more: Partial<Hiding> = {}): Hiding => ({
  places: missingPlaces(endsOf(track), [], end => placeAt(end, `${end.latitude} ${end.longitude}`)),
  hideEnds: true,
  ...more,
})
/** North at 20 m/s, one fix a second. */
const north = (seconds: number, from = 0) =>
  Array.from({ length: seconds + 1 }, (_, time) => pointAt(time, 0, from + time * 20))

describe('the circle of a place', () => {
  it('is always the same, and its center is uniform over a ring, whatever its radius', () => {
    expect(circleOf(secrets, 'a', home)).toEqual(circleOf(secrets, 'a', home))
    expect(circleOf(secrets, 'a', home)).not.toEqual(circleOf(secretsFrom('other'), 'a', home))
    const { least, most } = shiftMeters
    const drawn = Array.from({ length: 4000 }, (_, i) => {
      const { center, radius, extra } = circleOf(secrets, `place ${i}`, home)
      const [x, y] = offsetOf(home, center)
      const shift = Math.hypot(x, y)
      expect(shift).toBeGreaterThan(least - 1)
      expect(shift).toBeLessThan(most + 1)
      expect(radius).toBeGreaterThanOrEqual(radiusMeters.least)
      expect(radius).toBeLessThanOrEqual(radiusMeters.most)
      expect(radius - shift).toBeGreaterThanOrEqual(coverMeters + 95)
      expect([extra >= 0, extra <= mostExtraMeters]).toEqual([true, true])
      return { x, y, area: (shift ** 2 - least ** 2) / (most ** 2 - least ** 2), radius }
    })
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    expect(mean(drawn.map(({ area }) => area))).toBeCloseTo(0.5, 1)
    expect(Math.abs(mean(drawn.map(({ x }) => x)))).toBeLessThan(15)
    expect(Math.abs(mean(drawn.map(({ y }) => y)))).toBeLessThan(15)
    const small = drawn.filter(({ radius }) => radius < 580)
    expect(mean(small.map(({ area }) => area))).toBeCloseTo(0.5, 1)
  })

  it('covers every end within 100 m of the place, so that they make no second place', () => {
    for (let i = 0; i < 500; i++) {
      const place = placeAt(home, `place ${i}`)
      for (let angle = 0; angle < 6.28; angle += 0.3)
        expect(belongsTo(spot(99 * Math.cos(angle), 99 * Math.sin(angle)), place)).toBe(true)
    }
  })
})

describe('hidden spans', () => {
  it('cover both ends and passing home in the middle of the ride', () => {
    // Out 4 km, back past home, and 4 km out the other way.
    const track = [
      Array.from({ length: 601 }, (_, time) =>
        pointAt(time, 0, time < 200 ? time * 20 : 4000 - (time - 200) * 20),
      ),
    ]
    const spans = hiddenSpans(track, hidingFor(track))
    expect(spans).toHaveLength(3)
    expect([spans[0]?.start, spans[2]?.end]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])
    expect(isHidden(spans, 400)).toBe(true)
    expect(isHidden(spans, 200)).toBe(false)
  })

  it('last from the last fix outside to the next one, where there is none between', () => {
    const track = [[pointAt(0, 0, 0), pointAt(60, 0, 3000), pointAt(61, 0, 3020)], [pointAt(200, 0, 9000)]]
    expect(hiddenSpans(track, hidingFor(track))).toEqual([
      { start: Number.NEGATIVE_INFINITY, end: 60 },
      { start: 61, end: Number.POSITIVE_INFINITY },
    ])
  })

  it('cover a way that leads through a circle between two fixes outside', () => {
    const track = [[pointAt(0, -5000, 0), pointAt(1, -2000, 0), pointAt(2, 2000, 0), pointAt(3, 5000, 0)]]
    const places = [placeAt(home), placeAt(spot(-5000, 0), 'a'), placeAt(spot(5000, 0), 'b')]
    const spans = hiddenSpans(track, {
      places: [placeAt(home, 'home', { addedByRider: true })],
      hideEnds: false,
    })
    expect(isHidden(spans, 1.5)).toBe(true)
    expect(isHidden(hiddenSpans(track, { places, hideEnds: true }), 1.5)).toBe(true)
  })

  it('are everything for a ride whose ends belong to no place', () => {
    expect(isHidden(hiddenSpans([north(300)], { places: [placeAt(home)], hideEnds: true }), 150)).toBe(true)
    expect(hiddenSpans([], { places: [], hideEnds: true })).toEqual([])
  })

  it('leave out removed places, and without hiding all but those that the rider added', () => {
    const track = [north(300)]
    const { places } = hidingFor(track)
    const removed = places.map(place => ({ ...place, removed: true }))
    expect(isHidden(hiddenSpans(track, { places: removed, hideEnds: true }), 1)).toBe(false)
    expect(hiddenSpans(track, { places, hideEnds: false })).toEqual([])
    const added = [placeAt(spot(0, 3000), 'added', { addedByRider: true })]
    const spans = hiddenSpans(track, { places: [...places, ...added], hideEnds: false })
    expect([isHidden(spans, 1), isHidden(spans, 150)]).toEqual([false, true])
  })

  test('on any ride, nothing within 150 m of an end, in a circle or on the extra way is visible', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -40, max: 40 })), {
      minLength: 2,
      maxLength: 200,
    })
    fc.assert(
      fc.property(steps, moves => {
        let [x, y] = [0, 0]
        const track = [
          moves.map(([dx, dy], time) => {
            ;[x, y] = [x + dx, y + dy]
            return pointAt(time, x, y)
          }),
        ]
        const hiding = hidingFor(track)
        const spans = hiddenSpans(track, hiding)
        for (const point of track.flat()) {
          if (isHidden(spans, point[0])) continue
          for (const end of endsOf(track))
            expect(metersBetween(end, placeOf(point))).toBeGreaterThan(coverMeters)
          for (const { circle } of hiding.places)
            expect(metersBetween(circle.center, placeOf(point))).toBeGreaterThan(circle.radius)
        }
        for (const [i, { start, end }] of spans.entries()) {
          expect(end).toBeGreaterThan(start)
          if (i > 0) expect(start).toBeGreaterThanOrEqual(spans[i - 1]?.end ?? 0)
        }
      }),
    )
  })

  it('leave out the same extra way for every ride that leaves a circle on the same road', () => {
    const place = placeAt(home)
    const ends = [50, 51, 52].map(seconds => {
      const track = [north(seconds * 5)]
      const hiding = { places: [place, placeAt(spot(0, seconds * 100), `${seconds}`)], hideEnds: true }
      return hiddenSpans(track, hiding)[0]?.end ?? Number.NaN
    })
    expect(new Set(ends).size).toBe(1)
    const [end = Number.NaN] = ends
    const [, y] = offsetOf(home, place.circle.center)
    expect(end * 20).toBeGreaterThan(y + place.circle.extra)
  })
})
