import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ChaptersAnswer } from '#contract/chapters/schemas.ts'
import { api } from '#contract/paths.ts'
import type { RideDataAnswer, SameRideAnswer } from '#contract/ride-data.ts'
import type { Video } from '#contract/videos.ts'
import { hlmtBox, hmmtBox } from '#lab/ride/camera-tags.ts'
import type { Tx } from '#server/core/db/database.ts'
import { joinCommand, joinList, joinListName } from '#server/core/media/command.ts'
import { layoutOf } from '#server/core/media/layout.ts'
import { probeFile } from '#server/core/media/probe.ts'
import { runMedia } from '#server/core/media/process.ts'
import { streamsWeWrote } from '#server/core/media/streams.ts'
import { readTelemetry } from '#telemetry/index.ts'
import type { ApiClient } from '../../scripts/lib/api-client.ts'
import { beginTransaction, lockWaiters } from '../harness/locks.ts'
import { ask, proved } from '../harness/review.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { addUserData, cutChapters as cut } from '../media/chapters.ts'
import { scratchFolder } from '../media/make.ts'
import { ride } from '../media/ride.ts'

const run = promisify(execFile)

const cutChapters = async (file: string, at: readonly number[], names: readonly string[]) =>
  cut(file, at, names, await scratchFolder())

const upload = async (person: ApiClient, file: string) => {
  const { video, uploadUrl, size } = await person.requestUpload(file)
  await person.sendFile(file, uploadUrl, size)
  await person.untilPlayable(video.id)
  return video.id
}

const chaptersOf = (person: ApiClient, id: string) => person.json<ChaptersAnswer>(api.chapters(id))

/** Waits until the parts are joined. @returns the joined video's id */
async function untilJoined(person: ApiClient, id: string): Promise<string> {
  const joined = async () => (await chaptersOf(person, id)).joined
  await expect.poll(async () => (await joined())?.state, { timeout: 60_000 }).not.toBe('joining')
  const end = await joined()
  expect(end).toMatchObject({ state: 'done', error: null })
  return end?.id ?? ''
}

/** The stored original of a video. */
async function originalOf(server: TestServer, id: string): Promise<string> {
  const folder = path.join(server.dataDir, 'objects', 'originals', id)
  const names = await readdir(folder)
  expect(names).toHaveLength(1)
  return path.join(folder, names[0] as string)
}

/** A hash of every decoded picture, and the time of every packet of a kind. */
async function picturesOf(file: string): Promise<string[]> {
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', file, '-map', '0:v', '-f', 'framemd5', '-'])
  return stdout.split('\n').filter(line => line && !line.startsWith('#'))
}

const soundRate = 8000
/** Sound as it is heard: silence is inserted and samples are dropped where the times say so. */
async function soundOf(file: string): Promise<Int16Array> {
  const heard = [
    '-af',
    'aresample=async=1:min_hard_comp=0.01:first_pts=0',
    '-ar',
    String(soundRate),
    '-ac',
    '1',
  ]
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', '-i', file, '-map', '0:a', ...heard, '-f', 's16le', '-'],
    {
      encoding: 'buffer',
      maxBuffer: 64 * 1024 ** 2,
    },
  )
  return new Int16Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length))
}

/** Milliseconds by which a sound is late at a time, compared with another one. */
function lateness(sound: Int16Array, other: Int16Array, seconds: number): number {
  const [from, length, most] = [Math.round(seconds * soundRate), soundRate / 4, soundRate / 10]
  let best = { lag: Number.NaN, error: Number.POSITIVE_INFINITY }
  for (let lag = -most; lag <= most; lag++) {
    let error = 0
    for (let i = 0; i < length; i += 3) error += (sound[from + lag + i]! - other[from + i]!) ** 2
    if (error < best.error) best = { lag, error }
  }
  return (best.lag / soundRate) * 1000
}

test('chapters are joined into one video with every picture and the telemetry of the uncut ride', async () => {
  const server = await startTestServer()
  const rider = await server.person('chapters@trailcut.example')
  const whole = await ride({ telemetry: true })
  const files = await cutChapters(whole, [6, 14], ['GX010123.MP4', 'GX020123.MP4', 'GX030123.MP4'])
  await addUserData(files[0] as string, [hmmtBox([2.5, 4])])
  await addUserData(files[1] as string, [hmmtBox([1.25])])
  const fused = { time: 2, start: 1.5, end: 3, type: 'FUSE', confidence: 80, score: 60 } as const
  await addUserData(files[2] as string, [hmmtBox([2.75, 99]), hlmtBox([fused])])
  const ids: string[] = []
  for (const file of files) ids.push(await upload(rider, file))
  const before = await chaptersOf(rider, ids[1] as string)
  expect(before.parts.map(part => part.id)).toEqual(ids)
  expect(before).toMatchObject({ refusal: null, joined: null })

  // Meanwhile a file made of a part is counted: the account is locked before its videos, so neither waits for the other.
  const { db } = server.deps
  let counting: Tx | undefined
  const counted = await beginTransaction(db, tx => {
    counting = tx
    return sql`select 1 from users where email = 'chapters@trailcut.example' for no key update`.execute(tx)
  })
  const asking = rider.post<ChaptersAnswer>(api.joinChapters(ids[1] as string), { parts: ids })
  await expect.poll(() => lockWaiters(db)).toBeGreaterThan(0)
  await sql`select 1 from videos where id = ${ids[0]} for key share`.execute(counting as Tx)
  await counted()
  const asked = await asking
  expect(asked.joined).toMatchObject({ title: 'GX0123', state: 'joining' })
  const joined = await untilJoined(rider, ids[0] as string)
  await rider.untilPlayable(joined)
  await rider.untilAnalyzed(joined)

  const made = await originalOf(server, joined)
  expect(await picturesOf(made)).toEqual(await picturesOf(whole))
  const [heard, expected] = [await soundOf(made), await soundOf(whole)]
  for (const at of [1, 5, 9, 13, 16, 19])
    expect(Math.abs(lateness(heard, expected, at)), `sound at ${at} s`).toBeLessThan(25)
  const [one, other] = [await readTelemetry(made), await readTelemetry(whole)]
  for (const [name, series] of other!.series) {
    const its = one!.series.get(name)!
    expect(its.values).toEqual(series.values)
    expect(Math.max(...its.times.map((time, i) => Math.abs(time - series.times[i]!)))).toBeLessThan(0.02)
  }
  expect(one!.tags.map(({ kind, time }) => [kind, Number(time.toFixed(1))])).toEqual([
    ['manual', 2.5],
    ['manual', 4],
    ['manual', 7.3],
    ['fused', 16],
    ['manual', 16.8],
  ])
  const { start, end, confidence, score } = one!.tags[3]!
  expect([start, end]).toEqual([expect.closeTo(15.5, 1), expect.closeTo(17, 1)])
  expect([confidence, score]).toEqual([expect.closeTo(0.8), expect.closeTo(0.6)])
  const { state } = await rider.json<RideDataAnswer>(api.rideData(joined))
  expect(state).toBe('ready')
  const video = await rider.json<Video>(api.video(joined))
  expect(video).toMatchObject({ fileName: 'GX0123-joined.MP4' })
  expect((await rider.json<SameRideAnswer>(api.sameRide(joined))).videos).toEqual([])
  expect((await rider.json<SameRideAnswer>(api.sameRide(ids[0] as string))).videos).toEqual([])
  expect((await chaptersOf(rider, joined)).parts.map(part => part.id)).toEqual(ids)

  const again = await sent(rider, ids[0] as string, ids)
  expect(again).toEqual([409, 'These parts have already been joined.'])
  await paysOnce(server, joined, ids[1] as string)

  expect((await ask(rider, 'DELETE', api.deleteVideo(ids[0] as string))).status).toBe(200)
  expect(await chaptersOf(rider, joined)).toMatchObject({
    parts: [
      { id: ids[1], place: 2 },
      { id: ids[2], place: 3 },
    ],
    count: 3,
  })
})

/** Of a joined video and a part of it, only one can be published or scheduled. */
async function paysOnce(server: TestServer, joined: string, part: string): Promise<void> {
  const admin = (await proved(server, 'admin@trailcut.example')).client
  const set = async (id: string, status: 'published' | 'pending') =>
    (await ask(admin, 'PATCH', api.adminVideoStatus(id), { status })).status
  const scheduled = async (id: string) => {
    const body = { platforms: ['youtube'], immediate: true }
    const answer = await ask(admin, 'POST', api.schedulePublish(id), body)
    return [answer.status, ((await answer.json()) as { message: string }).message]
  }
  expect(await set(part, 'published')).toBe(200)
  expect(await set(joined, 'published')).toBe(409)
  expect(await scheduled(joined)).toEqual([
    409,
    expect.stringContaining("The same footage can't earn twice."),
  ])
  expect(await set(part, 'pending')).toBe(200)
  expect(await set(joined, 'published')).toBe(200)
  expect(await set(part, 'published')).toBe(409)
  expect(await scheduled(part)).toEqual([409, expect.stringContaining("The same footage can't earn twice.")])
}

/** @returns status and message of an attempt to join */
async function sent(person: ApiClient, id: string, parts: readonly string[], more = {}) {
  const answer = await ask(person, 'POST', api.joinChapters(id), { parts, ...more })
  return [answer.status, ((await answer.json()) as { message: string }).message]
}

test('what is no recording of one rider is refused with the reason, and other settings end the join', async () => {
  const server = await startTestServer()
  const [rider, other] = [
    await server.person('gaps@trailcut.example'),
    await server.person('not.me@trailcut.example'),
  ]
  const whole = await ride({ telemetry: true })
  const [one, , three] = await cutChapters(whole, [6, 14], ['GX010200.MP4', 'GX020200.MP4', 'GX030200.MP4'])
  const first = await upload(rider, one as string)
  const third = await upload(rider, three as string)
  const missing = 'GX020200.MP4 is missing. Upload it, then join all parts of the recording.'
  expect(await chaptersOf(rider, third)).toMatchObject({
    parts: [{ id: first }, { id: third }],
    refusal: missing,
    waiting: false,
    joined: null,
  })
  expect(await sent(rider, first, [first, third])).toEqual([409, missing])
  expect((await sent(rider, first, [third, first]))[0]).toBe(409)
  expect((await sent(rider, first, [first, first]))[0]).toBe(409)
  expect((await sent(rider, first, [first]))[0]).toBe(422)
  expect((await sent(rider, first, [first, third], { title: 'x' }))[0]).toBe(422)

  const theirs = await upload(other, three as string)
  expect((await other.call(api.chapters(first))).status).toBe(404)
  expect((await sent(other, first, [first, third]))[0]).toBe(404)
  expect((await sent(other, theirs, [theirs, first]))[0]).toBe(404)
  expect((await sent(rider, first, [first, theirs]))[0]).toBe(404)
  expect(await chaptersOf(other, theirs)).toMatchObject({ parts: [], joined: null })

  const [, unlike] = await cutChapters(
    await ride({ telemetry: false }),
    [6],
    ['GX010200.MP4', 'GX020200.MP4'],
  )
  const second = await upload(rider, unlike as string)
  // Picture and sound agree, so only the files show that one has no telemetry.
  const asked = await rider.post<ChaptersAnswer>(api.joinChapters(first), { parts: [first, second, third] })
  const failed = asked.joined?.id ?? ''
  await expect
    .poll(async () => (await chaptersOf(rider, first)).joined?.state, { timeout: 60_000 })
    .toBe('failed')
  expect(await rider.json<Video>(api.video(failed))).toMatchObject({
    status: 'failed',
    processingError: expect.stringMatching(/^GX020200\.MP4 was recorded with another camera/),
  })
  expect(await chaptersOf(rider, first)).toMatchObject({ refusal: null, joined: { id: failed } })
})

const footage = path.resolve(import.meta.dirname, '../../../shared/footage/gopro-max.mp4')

test.runIf(existsSync(footage))('chapters of a real camera keep pictures and telemetry', async () => {
  const files = await cutChapters(footage, [5.005], ['GX010001.MP4', 'GX020001.MP4'])
  const layouts = await Promise.all(files.map(file => layoutOf(file, streamsWeWrote(true))))
  const folder = await scratchFolder()
  const seconds = layouts.map(layout => layout.find(stream => stream.kind === 'video')?.seconds ?? 0)
  await writeFile(path.join(folder, joinListName), joinList(seconds))
  const streams = layouts[0]!.map(stream => stream.index)
  await runMedia(joinCommand({ files, streams, folder, name: 'joined.mp4' }), { timeoutMs: 60_000 })
  const made = path.join(folder, 'joined.mp4')
  expect(await picturesOf(made)).toEqual(await picturesOf(footage))
  const [one, other] = [await readTelemetry(made), await readTelemetry(footage)]
  expect(other!.series.size).toBeGreaterThan(5)
  for (const [name, { times, values, axes }] of other!.series) {
    const its = one!.series.get(name)!
    // The joined index rounds to milliseconds, so the last of them may lie just before or after the end.
    const count = Math.min(times.length, its.times.length)
    expect(Math.abs(times.length - its.times.length), name).toBeLessThanOrEqual(1)
    expect(its.values.slice(0, count * axes), name).toEqual(values.slice(0, count * axes))
    const off = its.times.slice(0, count).map((time, i) => Math.abs(time - times[i]!))
    expect(Math.max(...off), name).toBeLessThan(0.02)
  }
  expect((await probeFile(made, 'mov')).recordedAt).toBe((await probeFile(footage, 'mov')).recordedAt)
})
