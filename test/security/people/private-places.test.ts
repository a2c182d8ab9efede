import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { GaugeDataAnswer } from '#contract/gauges/schemas.ts'
import { api } from '#contract/paths.ts'
import type { RideDataAnswer, TrackPoint } from '#contract/ride-data.ts'
import { keptRide } from '#server/analysis/ride-data/kept.ts'
import type { Telemetry } from '#telemetry/types.ts'
import { keepRide, makeVideo, proved } from '#test/harness/review.ts'
import { startTestServer, type TestServer } from '#test/harness/server.ts'
import { playable } from './share-setup.ts'

const home = { latitude: 45, longitude: 7 }
const degree = 111_195
const east = degree * Math.cos((home.latitude * Math.PI) / 180)
/** Meters east and north of home. */
type Spot = readonly [east: number, north: number]

/** A ride along a line at 15 m/s, with a stop of 40 s at each end. */
function fixesOf(way: readonly Spot[]): [time: number, ...Spot][] {
  const fixes: [number, number, number][] = []
  let time = 0
  const stay = (spot: Spot, seconds: number) => {
    for (let i = 0; i < seconds; i++) fixes.push([time++, ...spot])
  }
  const [first = [0, 0] as const] = way
  stay(first, 40)
  for (const [i, to] of way.entries()) {
    const from = way[i - 1]
    if (!from) continue
    const steps = Math.max(1, Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / 15))
    for (let step = 1; step <= steps; step++) {
      const share = step / steps
      fixes.push([time++, from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share])
    }
  }
  stay(way.at(-1) ?? first, 40)
  return fixes
}

function telemetryOf(way: readonly Spot[]): { telemetry: Telemetry; seconds: number } {
  const fixes = fixesOf(way)
  const columns = ['latitude', 'longitude', 'altitude', 'speed2d', 'speed3d']
  const values = fixes.flatMap(([, x, y]) => [
    home.latitude + y / degree,
    home.longitude + x / east,
    500 + x / 10,
    15,
    15,
  ])
  const times = Float64Array.from(fixes, ([time]) => time)
  const gps = {
    fourcc: 'GPS5',
    name: 'GPS',
    units: '',
    axes: 5,
    columns,
    times,
    values: Float64Array.from(values),
  }
  return {
    telemetry: { device: 'sample', tags: [], format: 'gpmf', series: new Map([['GPS5', gps]]) },
    seconds: fixes.length - 1,
  }
}

/** A published, analyzed ride of a rider. */
async function addRide(server: TestServer, userId: string, way: readonly Spot[]): Promise<string> {
  const { db } = server.deps
  const { telemetry, seconds } = telemetryOf(way)
  const { id, runId } = await makeVideo(db, userId)
  await keepRide(server, { userId, runId }, keptRide(telemetry, seconds))
  await sql`update videos set status = 'published', published_at = now(), duration_seconds = ${seconds}, probe = ${playable}::jsonb,
    approved_as = ${JSON.stringify({ sha256: null, title: 'Ride', description: '', tags: [], texts: null, runId })}::jsonb
    where id = ${id}`.execute(db)
  return id
}

const metersOf = ([, latitude, longitude]: TrackPoint): Spot => [
  (longitude - home.longitude) * east,
  (latitude - home.latitude) * degree,
]
const fromHome = ([x, y]: Spot) => Math.hypot(x, y)

/** The circle that fits points best, as a stranger would compute it (Kåsa's least squares). */
function circleThrough(spots: readonly Spot[]): Spot {
  let [sxx, sxy, syy, sxz, syz] = [0, 0, 0, 0, 0]
  const mean = (axis: 0 | 1) => spots.reduce((sum, spot) => sum + spot[axis], 0) / spots.length
  const [mx, my] = [mean(0), mean(1)]
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
  return [mx + (sxz * syy - syz * sxy) / det / 2, my + (syz * sxx - sxz * sxy) / det / 2]
}

async function riderWithMap(server: TestServer, showMap = true) {
  const { client: rider, id: riderId } = await proved(server, 'sam@trailcut.example')
  await rider.post(api.profileUpdate, { showMap })
  return { rider, riderId }
}

test('a stranger with two published rides does not find home', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { riderId } = await riderWithMap(server)
  const ids = [
    await addRide(server, riderId, [
      [0, 0],
      [3000, 400],
      [2500, 3000],
      [-300, 3500],
      [0, 0],
    ]),
    await addRide(server, riderId, [
      [0, 0],
      [-3000, -900],
      [-400, -4000],
      [200, -2500],
      [0, 0],
    ]),
  ]
  const stranger = await server.person()
  const tracks = await Promise.all(ids.map(id => stranger.json<RideDataAnswer>(api.publicRideData(id))))
  const ends = tracks.flatMap(({ track }) => {
    const flat = track.flat()
    return [flat.at(0), flat.at(-1)].filter(point => point !== undefined).map(metersOf)
  })
  expect(ends).toHaveLength(4)
  expect(fromHome(circleThrough(ends))).toBeGreaterThanOrEqual(140)
  for (const point of tracks.flatMap(({ track }) => track.flat()))
    expect(fromHome(metersOf(point))).toBeGreaterThanOrEqual(150)
})

test('a ride that begins elsewhere and stops at home does not show it', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { riderId } = await riderWithMap(server)
  await addRide(server, riderId, [
    [0, 0],
    [3000, 400],
    [0, 0],
  ])
  const passing = await addRide(server, riderId, [
    [-6000, 200],
    [0, 0],
    [0, 0],
    [7000, -300],
  ])
  const { track } = await (await server.person()).json<RideDataAnswer>(api.publicRideData(passing))
  expect(track.flat().length).toBeGreaterThan(100)
  expect(Math.min(...track.flat().map(point => fromHome(metersOf(point))))).toBeGreaterThanOrEqual(150)
})

test('staff get no places and no heights of a rider whose map is off', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { riderId } = await riderWithMap(server, false)
  const id = await addRide(server, riderId, [
    [0, 0],
    [3000, 400],
    [2500, 3000],
  ])
  const { client: staff } = await proved(server, 'moderator@trailcut.example')
  const { ride } = await staff.json<GaugeDataAnswer>(`${api.gaugeData(id)}?spans=100-200`)
  expect([ride?.track, ride?.profile, ride?.height]).toEqual([[], [], []])
  const data = await staff.json<RideDataAnswer>(api.rideData(id))
  expect(data.track).toEqual([])
  expect(data.series.map(({ measure }) => measure)).toEqual(['speed'])
})

test('the rider sees the whole map, even of a ride that never leaves home', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { rider, riderId } = await riderWithMap(server)
  const id = await addRide(server, riderId, [
    [0, 0],
    [60, 20],
    [0, 0],
  ])
  const { state, track, homeZoneHidden } = await rider.json<RideDataAnswer>(api.rideData(id))
  expect([state, homeZoneHidden]).toEqual(['ready', false])
  expect(Math.min(...track.flat().map(point => fromHome(metersOf(point))))).toBeLessThan(1)
})
