import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { api, frameAddress } from '#contract/paths.ts'
import type { KnownTexts } from '#contract/platforms/limits.ts'
import type { Video } from '#contract/videos.ts'
import { sentences as advice } from '#sentences/advice.ts'
import { json } from '#server/core/db/json.ts'
import { unsafeFind } from '#server/videos/index.ts'
import { analysisResult, ask, makeVideo, messageOf, proved } from '#test/harness/review.ts'
import { startTestServer } from '../harness/server.ts'

test('changes by a rider or a later analysis after approval are not published', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { db } = server.deps
  const admin = (await proved(server, 'admin@trailcut.example')).client
  const rider = await proved(server, 'sam@trailcut.example')
  const { id } = await makeVideo(db, rider.id)
  const setTexts = (texts: KnownTexts | null) =>
    db
      .updateTable('videos')
      .set({ ai_texts: texts && json(texts) })
      .where('id', '=', id)
      .execute()
  await setTexts(null)
  await admin.post(api.approveVideo(id), {})

  const renamed = await ask(rider.client, 'PATCH', api.video(id), {
    title: 'Smuggled',
    description: 'Smuggled',
  })
  expect(renamed.status).toBe(200)
  const later = analysisResult()
  const highlights = later.highlights.map(h => ({ ...h, start: h.start + 20, end: h.end + 20, score: 1 }))
  await db
    .insertInto('analysis_runs')
    .values({
      id: randomUUID(),
      video_id: id,
      status: 'completed',
      result: json({ ...later, highlights, compilations: [] }),
      completed_at: new Date(Date.now() + 1000),
    })
    .execute()
  const smuggled = { title: 'Smuggled', description: 'Smuggled', tags: [] }
  await setTexts({ youtube: smuggled, tiktok: { ...smuggled, hashtags: [] } })

  const asked = { videoId: id, platforms: ['youtube', 'youtube_shorts'], immediate: true }
  const scheduled = await ask(admin, 'POST', api.schedulePublish(id), asked)
  expect(scheduled.status, await scheduled.text()).toBe(200)
  const publications = await db.selectFrom('publications').selectAll().execute()
  expect(publications).toHaveLength(2)
  expect(JSON.stringify(publications)).not.toContain('Smuggled')
  const clip = await db.selectFrom('clips').selectAll().executeTakeFirstOrThrow()
  // The reel as approved, not a highlight of the later analysis.
  expect(clip.parts.map(p => p.start)).toEqual([5, 15])
})

test('approval freezes the cover, whatever a later analysis recommends', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { db } = server.deps
  const admin = (await proved(server, 'admin@trailcut.example')).client
  const rider = await proved(server, 'sam@trailcut.example')
  const { id, streamId } = await makeVideo(db, rider.id)
  const cover = async () => (await rider.client.json<Video>(api.video(id))).thumbnailUrl
  expect(await cover()).toBe(frameAddress(streamId, 7, 360))
  await admin.post(api.approveVideo(id), {})
  await db
    .updateTable('videos')
    .set({ ai_thumbnails: json([{ timestamp: 31, reason: advice.sharp, score: 1 }]) })
    .where('id', '=', id)
    .execute()
  expect(await cover()).toBe(frameAddress(streamId, 7, 360))
})

test("approval freezes the hash, and a video whose file hasn't arrived can't be approved", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { db } = server.deps
  const admin = (await proved(server, 'admin@trailcut.example')).client
  const rider = await proved(server, 'sam@trailcut.example')
  const { id, runId } = await makeVideo(db, rider.id)
  await admin.post(api.approveVideo(id), {})
  const row = await unsafeFind(db, id)
  expect(row?.approved_as).toMatchObject({ sha256: row?.original_sha256, title: 'Mud day', runId })

  const arriving = randomUUID()
  await db
    .insertInto('videos')
    .values({
      id: arriving,
      user_id: rider.id,
      title: 'Arriving',
      category: 'utv',
      status: 'draft',
      file_name: 'arriving.mp4',
      stream_id: arriving,
      stream_status: 'ready',
    })
    .execute()
  const refused = await admin.call(api.approveVideo(arriving), { method: 'POST' })
  expect([refused.status, await messageOf(refused)]).toEqual([
    409,
    "We're still checking this video's file. Please try again in a few minutes.",
  ])
})
