import { existsSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { z } from 'zod'
import { api } from '#contract/paths.ts'
import type { streamStatusAnswer } from '#contract/videos.ts'
import { type Database, openDatabase } from '#server/core/db/database.ts'
import { SessionLocks } from '#server/core/db/session-locks.ts'
import { ladderJob } from '#server/videos/index.ts'
import { ApiClient } from '../../scripts/lib/api-client.ts'
import { cloneDatabase } from '../harness/database.ts'
import { inPrivateNetwork, startMachine } from '../harness/machines.ts'
import { startTestServer } from '../harness/server.ts'
import { clip } from '../media/clip.ts'
import { ffprobe, scratchFolder } from '../media/make.ts'

const seconds = 130

/** Sends a film that is just long enough for two ranges. @returns its id */
async function sendFilm(rider: ApiClient): Promise<string> {
  const file = await clip('film.mp4', { seconds, size: '426x240' })
  const { video, uploadUrl, size } = await rider.requestUpload(file)
  await rider.sendFile(file, uploadUrl, size)
  return video.id
}

const rangesIn = async (db: Database) =>
  (
    await sql<{ percent: number }>`select percent from ladder_ranges order by first_segment`.execute(db)
  ).rows.map(({ percent }) => percent)

/** Jobs of ranges, the first range first. */
const jobsIn = async (db: Database) =>
  (
    await sql<{ state: string; retries: number; startAfter: Date }>`
      select state, retry_count as retries, start_after as "startAfter" from jobs.job
      where name = ${ladderJob.name} and data ? 'range'
      order by (data -> 'range' ->> 'first')::int`.execute(db)
  ).rows

// One percent of one of two ranges is less than a whole percent of the film.
const isUnderWay = (percent: number | undefined) => percent !== undefined && percent > 1 && percent < 100

/** Makes the workers of a database believe that there is one more, who takes nothing. */
async function addWorker(databaseUrl: string): Promise<void> {
  const other = new SessionLocks(databaseUrl, pino({ level: 'silent' }))
  onTestFinished(() => other.close())
  await other.share(ladderJob.name)
}

test('another worker does the range again that one was killed in, and the range that was left', async () => {
  const databaseUrl = await cloneDatabase()
  await addWorker(databaseUrl)
  const db = openDatabase(databaseUrl, () => undefined)
  onTestFinished(() => db.destroy())
  const dataDir = await scratchFolder()
  const env = inPrivateNetwork(databaseUrl)
  const web = await startMachine({ ...env, ROLE: 'web' }, { dataDir })
  const worker = { ...env, ROLE: 'worker', WORKER_QUEUES: 'videos' }
  const killed = await startMachine(worker, { dataDir })
  const rider = new ApiClient(web.url)
  await rider.signIn('sam.test@trailcut.app')
  const id = await sendFilm(rider)
  const status = () => rider.json<z.infer<typeof streamStatusAnswer>>(api.videoStatus(id))
  await rider.until(
    () => rangesIn(db),
    ([first, ...others]) => isUnderWay(first) && others.length === 1,
  )
  expect((await status()).ladderProgress).toBeGreaterThan(0)
  await killed.kill()
  await startMachine(worker, { dataDir })
  await rider.until(status, ({ ladderProgress }) => ladderProgress === 100)
  await expect
    .poll(async () => new Set((await jobsIn(db)).map(({ state }) => state)))
    .toEqual(new Set(['completed']))
  // The killed one's job alone ran again. If it still counted as active, the worker that started has sent its range once
  // more, and that job then had nothing left to do.
  expect((await jobsIn(db)).map(({ retries }) => retries).filter(retries => retries > 0)).toEqual([1])
  const [rendition] = await db
    .selectFrom('renditions')
    .select('object_prefix')
    .where('video_id', '=', id)
    .where('live', '=', true)
    .execute()
  const playlist = path.join(dataDir, 'objects', rendition?.object_prefix ?? '', 'playlist.m3u8')
  expect(Number((await ffprobe(playlist)).format.duration)).toBeCloseTo(seconds, 0)
})

/** A worker that believes to be one of two. */
async function oneOfTwo() {
  const databaseUrl = await cloneDatabase()
  await addWorker(databaseUrl)
  const server = await startTestServer({ DATABASE_URL: databaseUrl })
  const { db } = server.deps
  const rider = await server.person('sam.test@trailcut.example')
  const id = await sendFilm(rider)
  await rider.until(
    () => rangesIn(db),
    ([first]) => isUnderWay(first),
  )
  return { server, db, rider, id }
}

test('deleting a video ends all its ranges and leaves nothing of them', async () => {
  const { server, db, rider, id } = await oneOfTwo()
  const video = await db.selectFrom('videos').select('stream_id').where('id', '=', id).executeTakeFirst()
  const files = path.join(server.dataDir, 'objects', 'streams', String(video?.stream_id))
  expect(existsSync(files)).toBe(true)
  await rider.call(api.video(id), { method: 'DELETE' })
  await expect
    .poll(() => jobsIn(db).then(jobs => jobs.map(({ state }) => state)), { timeout: 60_000 })
    .toEqual(['completed', 'completed'])
  expect(await rangesIn(db)).toEqual([])
  expect(existsSync(files)).toBe(false)
})

test('every range is charged to the rider, and waits for the next day when the budget is used up', async () => {
  const { db, rider } = await oneOfTwo()
  const used = async () =>
    (await sql<{ cpu_seconds: number }>`select cpu_seconds from processing_usage`.execute(db)).rows[0]
      ?.cpu_seconds
  const { id: userId } = await rider.json<{ id: string }>(api.user)
  const allOfIt = 1e6
  await sql`insert into processing_usage (user_id, day, cpu_seconds)
    values (${userId}, (now() at time zone 'utc')::date, ${allOfIt})
    on conflict (user_id, day) do update set cpu_seconds = excluded.cpu_seconds`.execute(db)
  const [first, second] = await rider.until(
    () => jobsIn(db),
    jobs => jobs[0]?.state === 'completed' && jobs[1]?.state === 'retry',
  )
  expect(first?.state).toBe('completed')
  expect(second?.startAfter.getTime()).toBeGreaterThan(Date.now())
  expect(await used()).toBeGreaterThan(allOfIt + 0.5)
})
