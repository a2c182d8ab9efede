import { chmod, copyFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import { planSpan, requestPlanned } from '#server/clips/index.ts'
import { textIn } from '#server/core/sentences.ts'
import { PublishingWorker } from '#server/publishing/attempts/worker.ts'
import { eventsOf, findPublication } from '#server/publishing/store.ts'
import { unsafeFind } from '#server/videos/index.ts'
import { film, postsOf, publishingWorld } from '#test/harness/publishing/world.ts'
import { startTestServer } from '../../harness/server.ts'
import { makeClip, scratchFolder } from '../../media/make.ts'

test('analysis and clips refuse an original that differs from the upload', async () => {
  const server = await startTestServer()
  const { db } = server.deps
  const rider = await server.person('sam.test@trailcut.example')
  const folder = await scratchFolder()
  const file = await makeClip(path.join(folder, 'ride.mp4'), { seconds: 4 })
  const other = await makeClip(path.join(folder, 'other.mp4'), { seconds: 5 })
  const { video, uploadUrl, size } = await rider.requestUpload(file)
  await rider.sendFile(file, uploadUrl, size)
  await rider.untilAnalyzed(video.id)
  await rider.untilLadder(video.id)
  await server.untilIdle()

  const row = await unsafeFind(db, video.id)
  const original = path.join(server.dataDir, 'objects', row?.original_key as string)
  await chmod(original, 0o644)
  await copyFile(other, original)
  await rider.post(api.aiAnalyze(video.id), {})
  await expect(rider.untilAnalyzed(video.id)).rejects.toThrow(/couldn't finish/)

  const clip = await db
    .transaction()
    .execute(tx =>
      requestPlanned(
        tx,
        server.deps,
        planSpan(row as NonNullable<typeof row>, { start: 0, end: 2, format: 'wide' }),
      ),
    )
  const rendered = () =>
    db.selectFrom('clips').selectAll().where('id', '=', clip.id).executeTakeFirstOrThrow()
  await expect
    .poll(async () => (await rendered()).status, { timeout: 30_000 })
    .toSatisfy(s => s === 'failed' || s === 'ready')
  expect(await rendered()).toMatchObject({ status: 'failed', object_key: null })
})

test('nothing is published when the original differs from the reviewed one', async () => {
  const world = await publishingWorld()
  const video = await world.video(film(300_000))
  const { id } = await world.publication(video, 'youtube')
  const original = path.join(world.objectsFolder, video.key)
  await chmod(original, 0o644)
  await writeFile(original, film(300_000, 7))
  const worker = new PublishingWorker(world.deps, { atOnce: 1 })
  await worker.fill()
  await worker.idle()
  const row = await findPublication(world.db, id)
  expect([row?.state, textIn(row?.failure_sentence ?? '', 'en')]).toEqual([
    'failed',
    "This video's file isn't the one that was reviewed.",
  ])
  expect(postsOf(world, 'youtube')).toEqual([])
  expect((await eventsOf(world.db, id)).map(e => e.kind)).not.toContain('opening')
})
