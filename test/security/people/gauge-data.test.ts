import { expect, test } from 'vitest'
import { type GaugeDataAnswer, gaugeSecondsAtOnce } from '#contract/gauges/gauges.ts'
import { api } from '#contract/paths.ts'
import { json } from '#server/platform/db/json.ts'
import { analysisResult, makeVideo, proved } from '#test/harness/review.ts'
import { startTestServer } from '#test/harness/server.ts'
import { statusOf } from './share-setup.ts'

/** Where the home zone ends, in seconds of the ride. */
const homeUntil = 10
const hz = 4

/** A rider with an analyzed ride of a minute: each value says its second, and the track starts at 45.1° north. */
async function rideWithGauges() {
  const server = await startTestServer({ ROLE: 'web' })
  const { db } = server.deps
  const { client: rider, id: riderId } = await proved(server, 'sam@trailcut.example')
  const { id, runId } = await makeVideo(db, riderId)
  const perSecond = Array.from({ length: 61 }, (_, second) => second)
  const homeZone = [{ start: 0, end: homeUntil }]
  const ride = {
    series: (['speed', 'g', 'height'] as const).map(measure => ({
      measure,
      stretches: [perSecond.map(second => [second, second] as [number, number])],
    })),
    track: [perSecond.map(second => [second, 45.1 + second / 1000, 7.2] as [number, number, number])],
    homeZone,
  }
  const telemetry = { device: 'HERO13 Black', streams: [], cameraTags: 0 }
  await db
    .updateTable('analysis_runs')
    .set({ result: json({ ...analysisResult(), telemetry, homeZone }), ride: json(ride) })
    .where('id', '=', runId)
    .execute()
  const line = { hz, values: Array.from({ length: 60 * hz + 1 }, (_, i) => i / hz) }
  await db
    .insertInto('ride_minutes')
    .values({ run_id: runId, minute: 0, samples: json({ speed: line, g: line, height: line }) })
    .execute()
  return { server, rider, id, address: (spans: string) => `${api.gaugeData(id)}?spans=${spans}` }
}

test('gauges get the measured spans, for the rider and for staff, and for no one else', async () => {
  const { server, rider, id, address } = await rideWithGauges()
  const asked = address('12.5-14.5,40-41')
  const own = await rider.json<GaugeDataAnswer>(asked)
  expect(own.state).toBe('ready')
  for (const measure of ['speed', 'g', 'height'] as const) {
    const [first, second, ...more] = own.ride?.[measure] ?? []
    expect([first?.hz, second?.hz, more]).toEqual([hz, hz, []])
    for (const samples of [first, second])
      expect(samples?.values).toEqual(samples?.values.map((_, i) => (samples?.start ?? 0) + i / hz))
    expect(first?.start).toBeLessThanOrEqual(12.5)
    expect((first?.start ?? 0) + ((first?.values.length ?? 0) - 1) / hz).toBeGreaterThanOrEqual(14.5)
    expect(second?.start).toBeLessThanOrEqual(40)
  }
  expect(own.ride?.topSpeed).toBe(60)
  for (const email of ['admin@trailcut.example', 'moderator@trailcut.example'])
    expect(await (await proved(server, email)).client.json(asked)).toEqual(own)
  const { client: other } = await proved(server, 'other@trailcut.example')
  const refused = await other.call(asked)
  expect(refused.status).toBe(404)
  // As if there were no such video.
  const { requestId: _, ...answer } = (await refused.json()) as { requestId: string }
  const { requestId: __, ...missing } = (await (
    await other.call(asked.replace(id, '3f0f1c1e-7f0a-4f6e-9a52-0d8a1a7b9c11'))
  ).json()) as { requestId: string }
  expect(answer).toEqual(missing)
  expect(await statusOf(await server.person(), asked)).toBe(401)
})

test('no one gets the home zone, until its rider shows it', async () => {
  const { server, rider, address } = await rideWithGauges()
  const { client: staff } = await proved(server, 'moderator@trailcut.example')
  const look = async (client = rider) => {
    const { ride } = await client.json<GaugeDataAnswer>(address('0-20'))
    const early = (time: number) => time <= homeUntil
    return {
      track: ride?.track.flat().filter(([time]) => early(time)).length,
      profile: ride?.profile.flat().filter(([time]) => early(time)).length,
      heights: ride?.height.flatMap(({ start, values }) =>
        values.filter((height, i) => height !== null && early(start + i / hz)),
      ).length,
      rest: ride?.track.flat().filter(([time]) => !early(time)).length,
    }
  }
  for (const client of [rider, staff])
    expect(await look(client)).toEqual({ track: 0, profile: 0, heights: 0, rest: 50 })
  await rider.post(api.profileUpdate, { hideHomeZone: false })
  for (const client of [rider, staff])
    expect(await look(client)).toEqual({ track: 11, profile: 11, heights: homeUntil * hz + 1, rest: 50 })
  // Hiding it again takes effect at once.
  await rider.post(api.profileUpdate, { hideHomeZone: true })
  expect(await look(staff)).toMatchObject({ track: 0, profile: 0, heights: 0 })
})

test('spans that are none, or are too long, are refused, and those beyond the ride are empty', async () => {
  const { rider, id, address } = await rideWithGauges()
  const unreadable = [
    '',
    '5',
    '-',
    '5-',
    '-5-6',
    'a-b',
    '1e3-2e3',
    '5-6;',
    '5-6,',
    '0x1-2',
    '1000000-1000001',
    '9'.repeat(14).concat('-', '9'.repeat(14)),
    '1-2'.padEnd(1001, ',1-2'),
  ]
  for (const spans of unreadable) expect([spans, await statusOf(rider, address(spans))]).toEqual([spans, 422])
  expect(await statusOf(rider, api.gaugeData(id))).toBe(422)
  const half = gaugeSecondsAtOnce / 2
  const tooMuch = ['6-5', `0-${gaugeSecondsAtOnce + 0.5}`, `0-${half},0-${half + 1}`, '0-999999', '20-1,0-5']
  for (const spans of tooMuch) expect([spans, await statusOf(rider, address(spans))]).toEqual([spans, 400])
  for (const spans of ['5000-5010', '999999-999999', `0-${half},0-${half}`])
    expect([spans, await statusOf(rider, address(spans))]).toEqual([spans, 200])
})

test('requests are limited per minute', async () => {
  const { rider, address } = await rideWithGauges()
  const statuses = new Set<number>()
  for (let n = 0; n < 120; n++) statuses.add(await statusOf(rider, address('1-2')))
  expect([...statuses]).toEqual([200])
  const refused = await rider.call(address('1-2'))
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
})
