import { expect, test } from 'vitest'
import type { Notification } from '#contract/notifications.ts'
import { api } from '#contract/paths.ts'
import type { RideDays } from '#contract/ride-days.ts'
import { type OwnFigures, storeFigures } from '#server/analysis/days/store.ts'
import type { ApiClient } from '../scripts/lib/api-client.ts'
import { makeVideo, proved } from './harness/review.ts'
import { startTestServer, type TestServer } from './harness/server.ts'
import { ride } from './media/ride.ts'

const nothing = { distance: null, moving: null, topSpeed: null, airtime: null, climbed: null }
const daysOf = (client: ApiClient, query = '') => client.json<RideDays>(`${api.rideDays}${query}`)

/** A video with what its analysis measured. @returns its id */
async function measured(
  { deps: { db } }: TestServer,
  userId: string,
  day: string,
  figures: Partial<OwnFigures> = {},
  change: Parameters<typeof makeVideo>[2] = {},
): Promise<string> {
  const { id } = await makeVideo(db, userId, change)
  await db
    .transaction()
    .execute(tx => storeFigures(tx, { videoId: id, userId }, { day, seconds: 60, ...nothing, ...figures }))
  return id
}

test("clips of a day are one ride with totals and records, for their rider's eyes only", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { db } = server.deps
  const sam = await proved(server, 'sam@trailcut.example')
  const lee = await proved(server, 'lee@trailcut.example')
  const made = (minute: number) => ({ created_at: new Date(Date.UTC(2026, 5, 5, 10, minute)) })
  expect(await daysOf(sam.client)).toEqual({ days: [], records: [], next: null })

  const early = { distance: 4000, moving: 300, topSpeed: 18, airtime: 1.5, climbed: 120 }
  await measured(server, sam.id, '2026-06-01', early)
  const morning = { distance: 3000, moving: 200, topSpeed: 20, climbed: 50 }
  const first = await measured(server, sam.id, '2026-06-05', morning, made(0))
  const second = await measured(server, sam.id, '2026-06-05', { ...nothing, distance: 2000 }, made(1))
  // A clip that measured nothing is a ride beside another one only.
  await measured(server, sam.id, '2026-06-03')
  for (const change of [{ held: true }, { status: 'failed' as const }])
    await measured(server, sam.id, '2026-06-05', { distance: 90_000 }, change)
  await measured(server, lee.id, '2026-06-05', { distance: 80_000 })

  const shown = await daysOf(sam.client)
  const videos = (await db.selectFrom('videos').select(['id', 'stream_id']).execute()).filter(({ id }) =>
    [first, second].includes(id),
  )
  const streamOf = (id: string) => videos.find(video => video.id === id)?.stream_id
  expect(shown.days.map(({ day }) => day)).toEqual(['2026-06-05', '2026-06-01'])
  expect(shown.days[0]).toEqual({
    day: '2026-06-05',
    videos: [first, second].map(id => ({ id, title: 'Mud day', streamId: streamOf(id), duration: 60 })),
    totals: { distance: 5000, moving: 200, topSpeed: 20, airtime: null, climbed: 50 },
    records: ['topSpeed', 'distance'],
  })
  // Nobody else's airtime was measured, so there was nothing to beat.
  expect(shown.days[1]?.records).toEqual(['climbed'])
  expect(shown.records).toEqual([
    { kind: 'topSpeed', value: 20, day: '2026-06-05' },
    { kind: 'distance', value: 5000, day: '2026-06-05' },
    { kind: 'climbed', value: 120, day: '2026-06-01' },
  ])

  // Page by page, with the records of all days.
  const page = await daysOf(sam.client, '?limit=1')
  expect([page.days.length, page.next, page.records]).toEqual([1, '2026-06-05', shown.records])
  const last = await daysOf(sam.client, `?limit=1&before=${page.next}`)
  expect([last.days.map(({ day }) => day), last.next]).toEqual([['2026-06-01'], null])
  for (const query of ['limit=0', 'limit=51', 'before=yesterday', 'before=2026-02-30', 'after=2026-06-01'])
    expect((await sam.client.call(`${api.rideDays}?${query}`)).status, query).toBe(422)
  expect((await daysOf(sam.client, '?before=0000-01-01')).days).toEqual([])

  // The second clip was the reason for the record.
  expect((await sam.client.call(api.video(second), { method: 'DELETE' })).status).toBe(200)
  const left = await daysOf(sam.client)
  expect(left.days.map(({ totals, records }) => [totals.distance, records])).toEqual([
    [3000, ['topSpeed']],
    [4000, ['distance', 'climbed']],
  ])
})

test('a day that gained no height holds no record of it', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const sam = await proved(server, 'sam@trailcut.example')
  for (const day of ['2026-06-04', '2026-06-05']) await measured(server, sam.id, day, { climbed: 0 })
  const { days, records } = await daysOf(sam.client)
  expect([days.map(day => day.records), records]).toEqual([[[], []], []])
})

test('chapters count once, with the video that was joined from them', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { db } = server.deps
  const sam = await proved(server, 'sam@trailcut.example')
  const parts = [
    await measured(server, sam.id, '2026-06-05', { distance: 1000 }),
    await measured(server, sam.id, '2026-06-05', { distance: 2000 }),
  ]
  const whole = await measured(server, sam.id, '2026-06-05', { distance: 3000 })
  await db.insertInto('joined_videos').values({ video_id: whole, created_at: new Date() }).execute()
  const rows = parts.map((part_id, position) => ({ video_id: whole, part_id, position }))
  await db.insertInto('joined_parts').values(rows).execute()
  const { days } = await daysOf(sam.client)
  expect(days.map(({ videos, totals }) => [videos.map(({ id }) => id), totals.distance])).toEqual([
    [[whole], 3000],
  ])
})

test('an analysis writes what a clip measured, the next replaces it, and a broken record is told once', async () => {
  const server = await startTestServer()
  const { db } = server.deps
  const sam = await proved(server, 'sam@trailcut.example')
  const records = async () =>
    (await sam.client.json<Notification[]>(api.notifications)).filter(n => n.type === 'personal_record')
  const upload = async () => {
    const { client } = sam
    const { video, uploadUrl, size } = await client.requestUpload(await ride({ telemetry: true }))
    await client.sendFile(await ride({ telemetry: true }), uploadUrl, size)
    await client.untilPlayable(video.id)
    await client.untilAnalyzed(video.id)
    return video.id
  }
  const figuresOf = (id: string) =>
    db.selectFrom('ride_figures').selectAll().where('video_id', '=', id).executeTakeFirstOrThrow()

  const id = await upload()
  const written = await figuresOf(id)
  expect(written).toMatchObject({ user_id: sam.id, climbed: expect.any(Number) })
  expect(written.seconds).toBeCloseTo(20, 0)
  for (const value of [written.distance, written.moving, written.top_speed, written.airtime])
    expect(value).toBeGreaterThan(0)
  // There was nothing to beat.
  expect(await records()).toEqual([])

  // Two slower days, and the next analysis of the same clip, which is now the best.
  for (const day of ['2026-01-01', '2026-01-02'])
    await measured(server, sam.id, day, { topSpeed: 1, distance: 1e6, airtime: 99, climbed: 1e6 })
  await db.updateTable('ride_figures').set({ distance: 7 }).where('video_id', '=', id).execute()
  for (let time = 0; time < 2; time++) {
    await sam.client.json(api.aiAnalyze(id), { method: 'POST' })
    await sam.client.untilAnalyzed(id)
    expect(await figuresOf(id)).toEqual(written)
    const told = await records()
    expect(told.map(({ title, link }) => [title, link])).toEqual([
      [expect.stringMatching(/^Your top speed: \d+ (mph|km\/h)$/), api.videoPage(id)],
    ])
  }
  const { days } = await daysOf(sam.client, '?limit=50')
  expect(days.find(({ videos }) => videos.some(video => video.id === id))?.records).toEqual(['topSpeed'])
})
