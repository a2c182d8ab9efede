import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import type { Probe } from '#server/core/media/probe.ts'
import { refuseOverBudget } from '#server/videos/upload/cpu-budget.ts'
import { decodeGigapixels, tooCostly } from '#server/videos/upload/decode-cost.ts'
import { post } from '#test/harness/accounts.ts'
import type { ApiClient } from '../../../scripts/lib/api-client.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { clip } from '../../media/clip.ts'

const probe = (video: Partial<Probe['video']>, durationSeconds = 3600) =>
  ({
    durationSeconds,
    video: { width: 1920, height: 1080, fps: 60, codec: 'h264', pixelFormat: 'yuv420p', ...video },
  }) as Probe

test('the decoding cost accounts for pixels, frames, codec and bit depth', () => {
  const hour = decodeGigapixels(probe({}))
  expect(hour).toBeCloseTo(447.9, 1)
  expect(decodeGigapixels(probe({}, 1800))).toBeCloseTo(hour / 2)
  expect(decodeGigapixels(probe({ width: 3840, height: 2160 }))).toBeCloseTo(hour * 4)
  expect(decodeGigapixels(probe({ codec: 'hevc', pixelFormat: 'yuv420p10le' }))).toBeCloseTo(
    hour * 1.5 * 1.25,
  )
  expect(decodeGigapixels(probe({ codec: 'hevc', pixelFormat: 'p010le' }))).toBeCloseTo(hour * 1.5 * 1.25)
  // A codec that no camera uses is treated as an expensive one.
  expect(decodeGigapixels(probe({ codec: 'ffv1' }))).toBeGreaterThan(hour * 2)
})

test("what riders film is within the limit; a bomb of frames or pixels isn't", () => {
  const tenMinutes = probe({ width: 3840, height: 2160, codec: 'hevc', pixelFormat: 'yuv420p10le' }, 600)
  expect(tooCostly(tenMinutes, 1500)).toBeNull()
  expect(String(tooCostly(probe({ fps: 1000 }), 1500))).toMatch(/too much computing.*Export it/)
  expect(String(tooCostly(probe({ width: 30_000, height: 30_000, fps: 1 }, 1), 1500))).toMatch(
    /30000 × 30000 pixels/,
  )
})

async function upload(client: ApiClient): Promise<string> {
  const file = await clip('clip.mp4')
  const { video, uploadUrl, size } = await client.requestUpload(file)
  await client.sendFile(file, uploadUrl, size)
  return video.id
}

const show = (client: ApiClient, id: string) => client.json<Video>(api.video(id))

/** Sets a person's CPU use today to this value. */
const use = (server: TestServer, userId: string, seconds: number) =>
  sql`insert into processing_usage (user_id, day, cpu_seconds)
    values (${userId}, (now() at time zone 'utc')::date, ${seconds})
    on conflict (user_id, day) do update set cpu_seconds = excluded.cpu_seconds`.execute(server.deps.db)

test('a video that costs too much to decode is refused with a sentence', async () => {
  const server = await startTestServer({ MAX_DECODE_GIGAPIXELS: '0.0001' })
  const rider = await server.person('sam.test@trailcut.example')
  const id = await upload(rider)
  const failed = await rider.until(
    () => show(rider, id),
    video => video.status === 'failed' || video.cfReadyToStream,
  )
  expect(failed).toMatchObject({
    status: 'failed',
    processingError: expect.stringContaining('takes too much computing to process'),
  })
})

test('processing is charged to its owner, and waits for the next day when the budget is used up', async () => {
  const server = await startTestServer({ CPU_MINUTES_PER_DAY: '10', CPU_MINUTES_PER_DAY_UNVERIFIED: '5' })
  const rider = await server.person('sam.test@trailcut.example')
  const other = await server.person('lee.test@trailcut.example')
  const { id: userId } = await rider.json<{ id: string }>(api.user)
  const used = async () =>
    (
      await sql<{ user_id: string; cpu_seconds: number }>`select * from processing_usage`.execute(
        server.deps.db,
      )
    ).rows
  await rider.untilAnalyzed(await upload(rider))
  const [mine, ...others] = await used()
  expect(mine).toMatchObject({ user_id: userId, cpu_seconds: expect.any(Number) })
  expect(mine?.cpu_seconds).toBeGreaterThan(0.01)
  expect(others).toEqual([])

  // Opened before the budget is used up, sent afterwards.
  const file = await clip('clip.mp4')
  const opened = await rider.requestUpload(file)
  await use(server, userId, 5 * 60)
  const refused = await post(rider, api.uploadUrl, { fileName: 'ride.mp4' })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({
    message: expect.stringMatching(/used up its processing time for today.*Verify your email address/),
  })
  await rider.sendFile(file, opened.uploadUrl, opened.size)
  const waiting = await rider.until(
    () => show(rider, opened.video.id),
    video => video.processingError !== null || video.cfReadyToStream,
  )
  expect(waiting).toMatchObject({
    status: 'processing',
    cfReadyToStream: false,
    processingError: expect.stringContaining('process this video after midnight UTC'),
  })
  // Others continue.
  await other.untilPlayable(await upload(other))
  expect((await show(rider, opened.video.id)).cfReadyToStream).toBe(false)

  // The next day there is a new budget, and the job resumes.
  await use(server, userId, 0)
  const resumed =
    await sql`update jobs.job set start_after = now() where start_after > now() and state = 'retry'
    and start_after = date_trunc('day', now() at time zone 'utc') at time zone 'utc' + interval '1 day'`.execute(
      server.deps.db,
    )
  expect(Number(resumed.numAffectedRows)).toBeGreaterThan(0)
  await rider.untilPlayable(opened.video.id)
  expect((await show(rider, opened.video.id)).processingError).toBeNull()
})

test('a verified address has more processing time than an unverified one', async () => {
  const server = await startTestServer({ ROLE: 'web', CPU_MINUTES_PER_DAY_UNVERIFIED: '5' })
  const rider = await server.person('sam.test@trailcut.example')
  const { id: userId } = await rider.json<{ id: string }>(api.user)
  await use(server, userId, 5 * 60)
  const ask = () => refuseOverBudget(server.deps, userId)
  await expect(ask()).rejects.toMatchObject({ code: 'too_many_requests' })
  await server.deps.db
    .updateTable('users')
    .set({ email_verified: true, email_verified_at: new Date() })
    .where('id', '=', userId)
    .execute()
  await expect(ask()).resolves.toBeUndefined()
  await use(server, userId, 480 * 60)
  await expect(ask()).rejects.toMatchObject({ message: expect.not.stringContaining('Verify') })
})
