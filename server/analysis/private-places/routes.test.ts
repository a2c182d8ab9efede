import { expect, test } from 'vitest'
import type { AnswerOf } from '#contract/endpoints/index.ts'
import { api } from '#contract/paths.ts'
import { mostAddedPlaces, type PrivatePlace } from '#contract/private-places.ts'
import type { TrackPoint } from '#contract/ride-data.ts'
import { ask, keepRide, makeVideo, proved } from '#test/harness/review.ts'
import { startTestServer, type TestServer } from '#test/harness/server.ts'
import { endsOf } from './circles.ts'
import { sealRide } from './shown.ts'
import { insertPlaces, newPlace } from './store.ts'

type Answer = AnswerOf<'privatePlaces'>

async function setUp() {
  const server = await startTestServer({ ROLE: 'web' })
  const { client: rider, id: riderId } = await proved(server, 'sam@trailcut.example')
  const list = () => rider.json<Answer>(api.privatePlaces)
  const add = (latitude: number, longitude: number) =>
    ask(rider, 'POST', api.privatePlaces, { latitude, longitude })
  const remove = (id: string) => ask(rider, 'DELETE', api.removePrivatePlace(id))
  return { server, rider, riderId, list, add, remove }
}

const placeIn = async (answer: Response) => {
  expect(answer.status).toBe(200)
  return (await answer.json()) as PrivatePlace
}
const refusalIn = async (answer: Response) => {
  const { code, message } = (await answer.json()) as { code: string; message: string }
  return { status: answer.status, code, message }
}

/** A ride of 11 km to the north, with its places. */
async function addRide(server: TestServer, userId: string): Promise<string> {
  const track = [Array.from({ length: 1000 }, (_, second): TrackPoint => [second, 45 + second * 0.0001, 7])]
  const { id, runId } = await makeVideo(server.deps.db, userId, { title: 'Long way north' })
  const ride = sealRide({ series: [], track })
  await keepRide(server, { userId, runId }, { ride, ends: endsOf(track), minutes: [] })
  return id
}

test('a rider sees the places of their rides with the outlines of these, and nobody else does', async () => {
  const { server, riderId, list } = await setUp()
  expect(await list()).toEqual({ places: [], rides: [] })
  const videoId = await addRide(server, riderId)
  const { places, rides } = await list()
  expect(places.map(({ addedByRider }) => addedByRider)).toEqual([false, false])
  expect(rides).toMatchObject([{ videoId, title: 'Long way north' }])
  const outline = rides[0]?.track[0] ?? []
  expect(outline.length).toBeLessThanOrEqual(301)
  expect([outline[0], outline.at(-1)?.[0]]).toEqual([[45, 7], 45 + 999 * 0.0001])
  const { client: other } = await proved(server, 'kim@trailcut.example')
  expect(await other.json<Answer>(api.privatePlaces)).toEqual({ places: [], rides: [] })
  const taken = await ask(other, 'DELETE', api.removePrivatePlace(places[0]?.id ?? ''))
  expect(taken.status).toBe(404)
  expect((await list()).places).toHaveLength(2)
})

test('a place that a rider adds is listed, refused twice, and comes back with the same circle', async () => {
  const { list, add, remove } = await setUp()
  const place = await placeIn(await add(46, 8))
  expect(place).toMatchObject({ latitude: 46, longitude: 8, addedByRider: true })
  expect((await list()).places).toEqual([place])
  expect(await refusalIn(await add(46, 8))).toEqual({
    status: 409,
    code: 'conflict',
    message: 'This place is already private.',
  })
  expect((await remove(place.id)).status).toBe(200)
  expect((await list()).places).toEqual([])
  expect((await remove(place.id)).status).toBe(404)
  // A second circle around the place would tell where it is.
  expect(await placeIn(await add(46.0001, 8.0001))).toEqual(place)
  expect((await list()).places).toEqual([place])
})

test('the end of a ride becomes a place that the rider added while the switch is off', async () => {
  const { server, rider, riderId, list, add } = await setUp()
  await addRide(server, riderId)
  const start = (await list()).places.find(({ latitude }) => latitude === 45)
  expect((await add(45, 7)).status).toBe(409)
  await rider.post(api.profileUpdate, { hideHomeZone: false })
  const kept = await placeIn(await add(45, 7))
  expect(kept).toEqual({ ...start, addedByRider: true })
  expect((await add(45, 7)).status).toBe(409)
})

test('a rider adds at most 50 places, those that they removed included', async () => {
  const { server, riderId, list, add, remove } = await setUp()
  const { db, secrets, clock } = server.deps
  const about = { addedByRider: true, at: clock.now() }
  const places = Array.from({ length: mostAddedPlaces - 1 }, (_, i) =>
    newPlace(secrets, { latitude: 10 + i, longitude: 8 }, about),
  )
  await db.transaction().execute(tx => insertPlaces(tx, riderId, places))
  const last = await placeIn(await add(-20, 8))
  const full = { status: 409, code: 'conflict', message: expect.stringContaining('50 places') }
  expect(await refusalIn(await add(-30, 8))).toEqual(full)
  await remove(last.id)
  expect(await refusalIn(await add(-30, 8))).toEqual(full)
  expect(await placeIn(await add(-20, 8))).toEqual(last)
  expect((await list()).places).toHaveLength(mostAddedPlaces)
})
