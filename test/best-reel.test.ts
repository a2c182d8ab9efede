import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AiHighlightsAnswer } from '#contract/analysis.ts'
import { api } from '#contract/paths.ts'
import { longestTitle } from '#contract/reels/limits.ts'
import type { Reel } from '#contract/reels/schemas.ts'
import { requestBestReel } from '#server/reels/index.ts'
import { silentPlan } from '#test/harness/reels.ts'
import type { ApiClient } from '../scripts/lib/api-client.ts'
import { ask, makeVideo, proved } from './harness/review.ts'
import { startTestServer } from './harness/server.ts'
import { ride } from './media/ride.ts'

async function analyzed(client: ApiClient): Promise<string> {
  const file = await ride({ telemetry: true })
  const { video, uploadUrl, size } = await client.requestUpload(file)
  await client.sendFile(file, uploadUrl, size)
  await client.untilAnalyzed(video.id)
  return video.id
}

const reelsOf = (client: ApiClient, id: string) => client.json<Reel[]>(api.reels(id))

test('the best of a ride is there once it is analyzed: upright, named by what it shows, with gauges; and once only', async () => {
  const server = await startTestServer()
  const rider = await server.person('sam.test@trailcut.example')
  await server.deps.db.updateTable('users').set({ units: 'metric' }).execute()
  const id = await analyzed(rider)
  await server.untilIdle()
  const [reel, ...others] = await reelsOf(rider, id)
  expect(others).toEqual([])
  expect(reel).toMatchObject({
    madeBy: 'rider',
    changed: false,
    verdict: 'none',
    plan: { target: 15, shape: 'upright', gauges: { theme: 'trail', units: 'metric' } },
    clip: { status: 'ready', format: 'vertical', gauges: { theme: 'trail', units: 'metric' } },
  })
  const { highlights } = await rider.json<AiHighlightsAnswer>(api.aiHighlights(id))
  const best = highlights.toSorted((a, b) => b.score - a.score)[0]!
  expect(best.description.length).toBeLessThanOrEqual(longestTitle)
  expect(reel!.plan.title).toBe(best.description)
  expect(reel!.clip!.duration).toBeLessThanOrEqual(18)
  expect((await rider.call(reel!.clip!.url)).headers.get('content-type')).toBe('video/mp4')

  // What its rider deletes doesn't come back with the next analysis.
  await rider.call(api.deleteReel(id, reel!.id), { method: 'DELETE' })
  await rider.json(api.aiAnalyze(id), { method: 'POST' })
  await server.untilIdle()
  await rider.untilAnalyzed(id)
  expect(await reelsOf(rider, id)).toEqual([])
})

test('where the account has no time left, it is composed only; and what its rider has made stays as it is', async () => {
  const server = await startTestServer({ CPU_MINUTES_PER_DAY: '5', CPU_MINUTES_PER_DAY_UNVERIFIED: '5' })
  const { db } = server.deps
  const { client: rider, id: userId } = await proved(server, 'sam@trailcut.example')
  await db
    .insertInto('processing_usage')
    .values({ user_id: userId, day: sql`(now() at time zone 'utc')::date`, cpu_seconds: 600 })
    .execute()
  const [busy, made] = [await makeVideo(db, userId), await makeVideo(db, userId)]
  const own = { ...silentPlan, title: 'Mine', shape: 'wide' }
  expect((await ask(rider, 'POST', api.createReel(made.id), own)).status).toBe(200)
  for (const { id } of [busy, made]) await requestBestReel(server.deps, db, id)
  await server.untilIdle()
  expect(await reelsOf(rider, busy.id)).toMatchObject([{ clip: null, plan: { shape: 'upright' } }])
  expect(await reelsOf(rider, made.id)).toMatchObject([{ clip: null, plan: own }])
})
