import { expect, test } from 'vitest'
import { type GaugeDataAnswer, type GaugeSamples, gaugeSecondsAtOnce } from '#contract/gauges/schemas.ts'
import { api } from '#contract/paths.ts'
import { endsOf } from '#server/analysis/private-places/circles.ts'
import { sealRide, sealSamples } from '#server/analysis/private-places/shown.ts'
import { keepRide, makeVideo, proved } from '#test/harness/review.ts'
import { startTestServer } from '#test/harness/server.ts'
import { statusOf } from './share-setup.ts'

const hz = 4
/** Where the ride is in none of its rider's private places, in seconds: it goes 111 m a second. */
const [open, until] = [20, 40]

/** A rider with an analyzed ride of a minute: each value says its second, and the track starts at 45.1° north. */
async function rideWithGauges() {
  const server = await startTestServer({ ROLE: 'web' })
  const { client: rider, id: riderId } = await proved(server, 'sam@trailcut.example')
  const { id, runId } = await makeVideo(server.deps.db, riderId)
  const perSecond = Array.from({ length: 61 }, (_, second) => second)
  const ride = {
    series: (['speed', 'g', 'height'] as const).map(measure => ({
      measure,
      stretches: [perSecond.map(second => [second, second] as [number, number])],
    })),
    track: [perSecond.map(second => [second, 45.1 + second / 1000, 7.2] as [number, number, number])],
  }
  const line = { hz, values: Array.from({ length: 60 * hz + 1 }, (_, i) => i / hz) }
  await keepRide(
    server,
    { userId: riderId, runId },
    {
      ride: sealRide(ride),
      ends: endsOf(ride.track),
      minutes: [{ minute: 0, samples: sealSamples({ speed: line, g: line, height: line }) }],
    },
  )
  return { server, rider, id, address: (spans: string) => `${api.gaugeData(id)}?spans=${spans}` }
}

test('gauges get the measured spans, for the rider and for staff, and for no one else', async () => {
  const { server, rider, id, address } = await rideWithGauges()
  const asked = address('22.5-24.5,36-37')
  const own = await rider.json<GaugeDataAnswer>(asked)
  expect(own.state).toBe('ready')
  for (const measure of ['speed', 'g', 'height'] as const) {
    const [first, second, ...more] = own.ride?.[measure] ?? []
    expect([first?.hz, second?.hz, more]).toEqual([hz, hz, []])
    for (const samples of [first, second])
      expect(samples?.values).toEqual(samples?.values.map((_, i) => (samples?.start ?? 0) + i / hz))
    expect(first?.start).toBeLessThanOrEqual(22.5)
    expect((first?.start ?? 0) + ((first?.values.length ?? 0) - 1) / hz).toBeGreaterThanOrEqual(24.5)
    expect(second?.start).toBeLessThanOrEqual(36)
  }
  await rider.post(api.profileUpdate, { showMap: true })
  const { topSpeed, ...shown } = own.ride ?? {}
  for (const email of ['admin@trailcut.example', 'moderator@trailcut.example'])
    expect(await (await proved(server, email)).client.json(asked)).toMatchObject({ ...own, ride: shown })
  expect(topSpeed).toBe(60)
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

test('no gauge shows a private place, and those of staff neither its speeds nor a map that its rider keeps', async () => {
  const { server, rider, address } = await rideWithGauges()
  const { client: staff } = await proved(server, 'moderator@trailcut.example')
  const look = async (client = rider) => {
    const { ride } = await client.json<GaugeDataAnswer>(address('0-60'))
    const inside = (time: number) => time <= 4 || time >= 56
    const count = (times: number[] = []) => ({
      inside: times.filter(inside).length,
      outside: times.filter(time => time >= open && time <= until).length,
    })
    const timesOf = (samples: GaugeSamples[] = []) =>
      samples.flatMap(({ start, values }) =>
        values.flatMap((value, i) => (value === null ? [] : [start + i / hz])),
      )
    return {
      track: count(ride?.track.flat().map(([time]) => time)),
      profile: count(ride?.profile.flat().map(([time]) => time)),
      heights: count(timesOf(ride?.height)),
      speeds: count(timesOf(ride?.speed)),
    }
  }
  const none = { inside: 0, outside: 0 }
  const points = { inside: 0, outside: until - open + 1 }
  const samples = { inside: 0, outside: (until - open) * hz + 1 }
  const both = (4 * hz + 1) * 2
  const own = { track: points, profile: points, heights: samples, speeds: { ...samples, inside: both } }
  expect(await look()).toEqual(own)
  expect(await look(staff)).toEqual({ track: none, profile: none, heights: none, speeds: samples })
  await rider.post(api.profileUpdate, { showMap: true })
  expect(await look(staff)).toEqual({ ...own, speeds: samples })
  await rider.post(api.profileUpdate, { hideHomeZone: false })
  for (const client of [rider, staff]) expect((await look(client)).track).toEqual({ ...points, inside: 10 })
  // Hiding it again takes effect at once.
  await rider.post(api.profileUpdate, { hideHomeZone: true })
  expect(await look(staff)).toEqual({ ...own, speeds: samples })
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
