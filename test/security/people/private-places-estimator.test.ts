import { expect, test } from 'vitest'
import type { TrackPoint } from '#contract/ride-data.ts'
import {
  circleOf,
  endsOf,
  missingPlaces,
  offsetOf,
  type Place,
  type PrivatePlace,
  shiftMeters,
} from '#server/analysis/private-places/circles.ts'
import { hiddenSpans } from '#server/analysis/private-places/hidden-spans.ts'
import { cutTrack } from '#server/analysis/ride-data/measure.ts'
import { secretsFrom } from '#server/core/secrets.ts'
import { random } from '#test/harness/random.ts'

const riders = 200
const home: Place = { latitude: 45, longitude: 7 }
const degree = 111_195
const east = degree * Math.cos(Math.PI / 4)
const secrets = secretsFrom('the estimator')
/** Meters east and north of home. */
type Spot = readonly [x: number, y: number]

const between = (next: (most: number) => number, least: number, most: number) =>
  least + (next(1e6) / 1e6) * (most - least)

/** A road from home: bends every 60 to 220 m, for 5 km. */
function roadFrom(next: (most: number) => number): Spot[] {
  const road: Spot[] = [[0, 0]]
  let heading = between(next, 0, 2 * Math.PI)
  for (let way = 0; way < 5000; ) {
    const length = between(next, 60, 220)
    const [x, y] = road.at(-1) as Spot
    road.push([x + length * Math.cos(heading), y + length * Math.sin(heading)])
    heading += between(next, -0.9, 0.9)
    way += length
  }
  return road
}

/** Fixes every 15 m along a way, 5 m off; a minute of standing at both ends, parked up to 30 m from home. */
function rideAlong(way: readonly Spot[], next: (most: number) => number): TrackPoint[][] {
  const points: TrackPoint[] = []
  const parked: Spot = [between(next, -20, 20), between(next, -20, 20)]
  const fix = ([x, y]: Spot) =>
    points.push([
      points.length,
      home.latitude + (y + between(next, -5, 5)) / degree,
      home.longitude + (x + between(next, -5, 5)) / east,
    ])
  const stand = () => {
    for (let second = 0; second < 60; second++) fix(parked)
  }
  stand()
  for (const [i, to] of way.entries()) {
    const from = way[i - 1]
    if (!from) continue
    const steps = Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / 15)
    for (let step = 1; step <= steps; step++)
      fix([from[0] + ((to[0] - from[0]) * step) / steps, from[1] + ((to[1] - from[1]) * step) / steps])
  }
  stand()
  return [points]
}

const spotOf = ([, latitude, longitude]: TrackPoint): Spot => offsetOf(home, { latitude, longitude })
const fromHome = ([x, y]: Spot) => Math.hypot(x, y)

/** Kåsa's least squares circle. @param strict null where the points don't determine one */
function circleThrough(spots: readonly Spot[], { strict }: { strict: boolean }): Spot | null {
  if (spots.length < 3) return null
  const mean = (axis: 0 | 1) => spots.reduce((sum, spot) => sum + spot[axis], 0) / spots.length
  const [mx, my] = [mean(0), mean(1)]
  let [sxx, sxy, syy, sxz, syz] = [0, 0, 0, 0, 0]
  for (const [px, py] of spots) {
    const [x, y] = [px - mx, py - my]
    const z = x * x + y * y
    sxx += x * x
    sxy += x * y
    syy += y * y
    sxz += x * z
    syz += y * z
  }
  const det = sxx * syy - sxy * sxy
  if (det === 0) return null
  const center: Spot = [mx + (sxz * syy - syz * sxy) / det / 2, my + (syz * sxx - sxz * sxy) / det / 2]
  // A stranger knows the sizes of circles, and that the ends lie all around.
  const angles = spots.map(([x, y]) => Math.atan2(y - center[1], x - center[0])).sort((a, b) => a - b)
  const gaps = angles.map((angle, i) => (angles[i + 1] ?? (angles[0] as number) + 2 * Math.PI) - angle)
  const radius =
    spots.reduce((sum, [x, y]) => sum + Math.hypot(x - center[0], y - center[1]), 0) / spots.length
  return !strict || (Math.max(...gaps) < Math.PI && radius > 500 && radius < 900) ? center : null
}

/** Where the lines of the first and the last bearing of each track meet, in least squares. */
function meetingOf(lines: readonly { at: Spot; to: Spot }[]): Spot | null {
  let [a, b, c, u, v] = [0, 0, 0, 0, 0]
  for (const { at, to } of lines) {
    const [dx, dy] = [to[0] - at[0], to[1] - at[1]]
    const length = Math.hypot(dx, dy) || 1
    const [nx, ny] = [-dy / length, dx / length]
    const d = nx * at[0] + ny * at[1]
    a += nx * nx
    b += nx * ny
    c += ny * ny
    u += nx * d
    v += ny * d
  }
  const det = a * c - b * b
  return lines.length > 1 && det > 0.05 ? [(u * c - v * b) / det, (v * a - u * b) / det] : null
}

const cellOf = ([x, y]: Spot) => `${Math.round(x / 30)} ${Math.round(y / 30)}`

/** Where most fixes lie close together. */
function dwellOf(spots: readonly Spot[]): Spot | null {
  const cells = Map.groupBy(spots, cellOf)
  const [most] = [...cells.values()].sort((one, other) => other.length - one.length)
  return most?.[0] ?? null
}

/** The point closest to home where public tracks of several rides pass. */
function sharedOf(tracks: readonly Spot[][]): Spot | null {
  const others = new Set(tracks.slice(1).flatMap(track => track.map(cellOf)))
  const shared = (tracks[0] ?? []).filter(spot => others.has(cellOf(spot)))
  return shared.toSorted((one, other) => fromHome(one) - fromHome(other))[0] ?? null
}

interface Attack {
  circle: Spot | null
  'any circle': Spot | null
  bearings: Spot | null
  dwell: Spot | null
  shared: Spot | null
  guess: number
  cut: number
  places: number
}

/** A rider with some rides, and what a stranger makes of them. */
function attacked(rider: number): Attack {
  const next = random(rider + 1)
  const roads = Array.from({ length: 2 + next(4) }, () => roadFrom(next))
  const rides = Array.from({ length: 1 + (rider % 10) }, () => {
    const [out = [], back = []] = [roads[next(roads.length)], roads[next(roads.length)]]
    return rideAlong([...out, ...back.toReversed()], next)
  })
  const places: PrivatePlace[] = []
  for (const track of rides)
    places.push(
      ...missingPlaces(endsOf(track), places, end => ({
        ...end,
        ...{
          circle: circleOf(secrets, `${rider} ${places.length}`, end),
          addedByRider: false,
          removed: false,
        },
      })),
    )
  const shown = rides.map(track => cutTrack(track, hiddenSpans(track, { places, hideEnds: true })))
  const spots = shown.map(track => track.flat().map(spotOf))
  const lines = spots.flatMap(track => [
    { at: track[0] as Spot, to: track[3] as Spot },
    { at: track.at(-1) as Spot, to: track.at(-4) as Spot },
  ])
  const center = offsetOf(home, (places[0] as PrivatePlace).circle.center)
  // The best radius for a disc of 100 m in the ring; any direction is as good as another.
  const radius = (shiftMeters.least + shiftMeters.most) / 2
  const directions = Array.from({ length: 360 }, (_, i) => (i / 180) * Math.PI)
  const near = directions.filter(
    angle => fromHome([center[0] + radius * Math.cos(angle), center[1] + radius * Math.sin(angle)]) <= 100,
  )
  const all = rides.flat(2).length
  return {
    circle: circleThrough(
      lines.map(({ at }) => at),
      { strict: true },
    ),
    'any circle': circleThrough(
      lines.map(({ at }) => at),
      { strict: false },
    ),
    bearings: meetingOf(lines),
    dwell: dwellOf(spots.flat()),
    shared: sharedOf(spots),
    guess: near.length / directions.length,
    cut: 1 - spots.flat().length / all,
    places: places.length,
  }
}

test('strangers do not find home from 1 to 10 public rides, and a guess that knows how it is hidden is within 100 m in at most 15%', () => {
  const attacks = Array.from({ length: riders }, (_, rider) => attacked(rider))
  const names = ['circle', 'any circle', 'bearings', 'dwell', 'shared'] as const
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const rowOf = (name: (typeof names)[number]) => {
    const found = attacks.flatMap(attack => (attack[name] ? [fromHome(attack[name])] : []))
    return {
      riders: found.length,
      nearest: Math.round(Math.min(...found)),
      'within 100 m': `${((100 * found.filter(meters => meters <= 100).length) / found.length).toFixed(1)}%`,
    }
  }
  const rows = Object.fromEntries(names.map(name => [name, rowOf(name)]))
  const guess = mean(attacks.map(attack => attack.guess))
  const cut = mean(attacks.map(attack => attack.cut))
  console.table({
    ...rows,
    guess: { riders, 'within 100 m': `${(100 * guess).toFixed(1)}%` },
    'of the tracks is cut': { riders, 'within 100 m': `${(100 * cut).toFixed(1)}%` },
  })
  // All ends are the same place, however the rider parks.
  expect(attacks.map(({ places }) => places)).toEqual(attacks.map(() => 1))
  for (const name of ['circle', 'dwell', 'shared'] as const)
    for (const attack of attacks)
      if (attack[name]) expect(fromHome(attack[name]), name).toBeGreaterThanOrEqual(140)
  // A circle or lines that the tracks don't determine lie anywhere, and are no better than that guess.
  for (const name of ['any circle', 'bearings'] as const) {
    const found = attacks.flatMap(attack => (attack[name] ? [fromHome(attack[name])] : []))
    expect(found.filter(meters => meters <= 100).length / found.length, name).toBeLessThanOrEqual(0.15)
  }
  expect(guess).toBeLessThanOrEqual(0.15)
})
