import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import { runAnalysis, standardModel } from '#server/analysis/index.ts'
import { probeFile } from '#server/core/media/probe.ts'
import { secretsFrom } from '#server/core/secrets.ts'
import { readConfig } from '#server/core/settings/config.ts'
import { PublishingWorker } from '#server/publishing/attempts/worker.ts'
import { sampleNumbers } from '#server/publishing/figures/numbers.ts'
import { setStatus } from '#server/videos/index.ts'
import { setProbe } from '#server/videos/upload/store.ts'
import { type PublishingWorld, publishingWorld } from '#test/harness/publishing/world.ts'
import { ask, makeVideo, proved } from '#test/harness/review.ts'
import { faultsOf } from '../harness/money.ts'
import { startTestServer } from '../harness/server.ts'
import { ride } from '../media/ride.ts'

type Db = PublishingWorld['db']
const priceOf = (db: Db, id: string) =>
  db
    .selectFrom('videos')
    .select(['priced_score', 'priced_version', 'priced_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Sets the score of the newest analysis. */
const setScore = (db: Db, id: string, score: number | null, version: number | null = null) =>
  db.updateTable('videos').set({ ai_viral_score: score, ai_version: version }).where('id', '=', id).execute()

/** A video published on YouTube, with a way to count its views. */
async function publishedVideo(world: PublishingWorld, bytes: Buffer | number = 1000) {
  const video = await world.video(bytes)
  await world.publication(video, 'youtube')
  const worker = new PublishingWorker(world.deps)
  while ((await worker.fill()) > 0) await worker.idle()
  const [post] = world.youtube.platform.posts.all()
  if (!post) throw new Error('No post')
  const count = async (views: number) => {
    post.real = { views, likes: 0, comments: 0, shares: 0 }
    world.advance(3700)
    await sampleNumbers(world.deps)
    const row = await world.db
      .selectFrom('earnings_by_video')
      .select(['views', 'micros'])
      .where('video_id', '=', video.id)
      .executeTakeFirst()
    return row ?? null
  }
  return { video, count }
}

/** Analyzes a video's file as the worker does. @returns the result */
async function analyze({ db, deps }: PublishingWorld, videoId: string, file: string) {
  await setProbe(db, videoId, await probeFile(file, 'mp4'))
  const id = '00000000-0000-4000-8000-000000000001'
  await db.insertInto('analysis_runs').values({ id, video_id: videoId, status: 'pending' }).execute()
  await runAnalysis(
    {
      db,
      objects: deps.objects,
      jobs: deps.jobs,
      clock: { now: () => new Date() },
      config: readConfig({}),
      secrets: secretsFrom('tests'),
      scoreModel: async () => standardModel,
      whenAnalyzed: async () => undefined,
    },
    id,
    { signal: new AbortController().signal, log: pino({ level: 'silent' }) },
  )
  const { result } = await db
    .selectFrom('analysis_runs')
    .select('result')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!result) throw new Error('The analysis found nothing')
  return result
}

test('telemetry and analysis after approval change what is shown, never what a view earns', async () => {
  const world = await publishingWorld()
  const { video, count } = await publishedVideo(world)
  // 100 views at 0.05 × (1 + 2 × 0.5), 70% of it.
  expect(await count(100)).toEqual({ views: 100, micros: 7_000_000 })
  await setScore(world.db, video.id, 1)
  expect(await count(200)).toEqual({ views: 200, micros: 14_000_000 })
  await setScore(world.db, video.id, null)
  expect(await count(300)).toEqual({ views: 300, micros: 21_000_000 })
  await expect(
    sql`update videos set priced_score = 1 where id = ${video.id}`.execute(world.db),
  ).rejects.toThrow('fixed')
  expect(await faultsOf(world.db)).toEqual([])
})

test('a new analysis with newly calibrated scores leaves the price of a released video unchanged', async () => {
  const world = await publishingWorld()
  const file = await ride({ telemetry: true })
  const { video, count } = await publishedVideo(world, await readFile(file))
  expect(await count(100)).toEqual({ views: 100, micros: 7_000_000 })
  const before = await priceOf(world.db, video.id)
  const result = await analyze(world, video.id, file)
  expect(result.highlights[0]).toMatchObject({ scoreModel: expect.any(String), strength: expect.any(Number) })
  const { ai_viral_score: shown, ai_version: version } = await world.db
    .selectFrom('videos')
    .select(['ai_viral_score', 'ai_version'])
    .where('id', '=', video.id)
    .executeTakeFirstOrThrow()
  expect([shown, version]).toEqual([result.viralPotential.score, result.version])
  expect(await priceOf(world.db, video.id)).toEqual(before)
  expect(before.priced_score).not.toBe(shown)
  expect(await count(200)).toEqual({ views: 200, micros: 14_000_000 })
})

test('views of a video without a score wait; the score from picture and sound prices them all', async () => {
  const world = await publishingWorld()
  const file = await ride({ telemetry: true })
  const { video, count } = await publishedVideo(world, await readFile(file))
  await sql`update videos set status = 'draft', ai_viral_score = null, priced_score = null, priced_version = null,
    priced_at = null where id = ${video.id}`.execute(world.db)
  await setStatus(world.db, video.id, 'published')
  expect(await count(100)).toBeNull()

  // The rider's file has sensor data: it is shown, and prices nothing staff have not seen.
  const { viralPotential, version } = await analyze(world, video.id, file)
  const { ai_viral_score: shown } = await world.db
    .selectFrom('videos')
    .select('ai_viral_score')
    .where('id', '=', video.id)
    .executeTakeFirstOrThrow()
  const { score, seen = score } = viralPotential
  expect(seen).toBeLessThan(score)
  expect(shown).toBe(score)
  expect(await priceOf(world.db, video.id)).toMatchObject({
    priced_score: seen,
    priced_version: version,
  })
  const gross = 100 * (5000 + Math.round(seen * 10_000)) * 10
  expect(await count(100)).toEqual({ views: 100, micros: Math.floor(gross * 0.7) })
})

test('the first approval or publication freezes the score; undoing it unfreezes the score', async () => {
  const server = await startTestServer()
  const { db } = server.deps
  const rider = await proved(server, 'rider@trailcut.example')
  const { client } = await proved(server, 'admin@trailcut.example')
  const call = async (address: string, body: unknown = {}) => {
    const answer = await ask(client, 'POST', address, body)
    expect(answer.status, await answer.clone().text()).toBeLessThan(300)
  }
  const { id } = await makeVideo(db, rider.id)
  expect(await priceOf(db, id)).toEqual({ priced_score: null, priced_version: null, priced_at: null })
  await call(api.approveVideo(id))
  expect(await priceOf(db, id)).toMatchObject({ priced_score: 0.8 })
  await call(api.undoDecision(id))
  expect(await priceOf(db, id)).toEqual({ priced_score: null, priced_version: null, priced_at: null })
  await setScore(db, id, 0.3, 2)
  await call(api.approveVideo(id))
  expect(await priceOf(db, id)).toMatchObject({ priced_score: 0.3, priced_version: 2 })
  await setScore(db, id, 0.9, 3)
  for (const status of ['draft', 'published', 'rejected', 'approved'])
    await ask(client, 'PATCH', api.adminVideoStatus(id), { status, reason: 'other', words: 'Try again' })
  expect(await priceOf(db, id)).toMatchObject({ priced_score: 0.3, priced_version: 2 })

  const other = await makeVideo(db, rider.id)
  await ask(client, 'PATCH', api.adminVideoStatus(other.id), { status: 'published' })
  expect(await priceOf(db, other.id)).toMatchObject({ priced_score: 0.8 })
})
