import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { api, frameAddress } from '#contract/paths.ts'
import { storyboardTimes } from '#contract/thumbnails.ts'
import { clipBudget, renderBudget, strangerBudget } from '#server/core/budget.ts'
import { ask, messageOf, proved } from '#test/harness/review.ts'
import { startTestServer, type TestServer } from '#test/harness/server.ts'
import { ffprobe, makeClip, scratchFolder } from '#test/media/make.ts'
import { makeRide } from '#test/media/ride.ts'
import type { ApiClient } from '../../../scripts/lib/api-client.ts'

async function published(server: TestServer, rider: ApiClient, file: string) {
  const { video, uploadUrl, size } = await rider.requestUpload(file)
  await rider.sendFile(file, uploadUrl, size)
  const { cfStreamId } = await rider.untilPlayable(video.id)
  await rider.untilAnalyzed(video.id)
  // The seek bar's pictures are stored after the video can be played.
  await server.untilIdle()
  await server.deps.db
    .updateTable('videos')
    .set({ status: 'published', published_at: new Date() })
    .where('id', '=', video.id)
    .execute()
  return { id: video.id, streamId: cfStreamId as string }
}

async function stored(server: TestServer, streamId: string): Promise<number> {
  let count = 0
  for await (const _ of server.deps.objects.list(`thumbnails/${streamId}/`)) count++
  return count
}

const heightOf = async (answer: Response) => {
  const file = path.join(await scratchFolder(), 'frame.jpg')
  await writeFile(file, Buffer.from(await answer.arrayBuffer()))
  return (await ffprobe(file)).streams[0]?.height
}

test('strangers get only the fixed pictures, whatever times and heights they request', async () => {
  const server = await startTestServer()
  const rider = (await proved(server, 'sam@trailcut.example')).client
  const file = await makeClip(path.join(await scratchFolder(), 'ride.mp4'), { seconds: 12, size: '640x360' })
  const { streamId } = await published(server, rider, file)
  const stranger = await server.person()
  const other = (await proved(server, 'other@trailcut.example')).client
  for (let i = 0; i < 60; i++) {
    const time = Math.round(((i * 0.21) % 12) * 100) / 100
    const height = [17, 90, 180, 181, 333, 720, 1080, 2160][i % 8] as number
    const answer = await (i % 2 ? stranger : other).call(frameAddress(streamId, time, height))
    expect(answer.status).toBe(200)
    await answer.arrayBuffer()
  }
  // Every second for the seek bar, and the cover in three sizes.
  expect(await stored(server, streamId)).toBeLessThanOrEqual(storyboardTimes(12).length + 3)
})

test('no picture is larger than the video, not even for its owner', async () => {
  const server = await startTestServer()
  const rider = (await proved(server, 'sam@trailcut.example')).client
  const file = await makeClip(path.join(await scratchFolder(), 'ride.mp4'), { seconds: 3, size: '320x180' })
  const { streamId } = await published(server, rider, file)
  const stranger = await server.person()
  for (const client of [rider, stranger])
    expect(await heightOf(await client.call(frameAddress(streamId, 1, 2160)))).toBe(180)
  // The same file for every requested height above it.
  const before = await stored(server, streamId)
  for (const height of [360, 720, 1080]) await rider.call(frameAddress(streamId, 1, height))
  expect(await stored(server, streamId)).toBe(before)
})

test('each network has a budget for new pictures; stored ones stay free', async () => {
  const server = await startTestServer()
  const rider = (await proved(server, 'sam@trailcut.example')).client
  // Its only key frame is the first frame, so that the seek bar's other pictures aren't stored yet.
  const file = await makeClip(path.join(await scratchFolder(), 'ride.mp4'), {
    seconds: 5,
    extra: ['-g', '150'],
  })
  const { streamId } = await published(server, rider, file)
  const stranger = await server.person()
  expect((await stranger.call(frameAddress(streamId, 1, 180))).status).toBe(200)
  await server.deps.db
    .updateTable('budgets')
    .set({ used: strangerBudget.most })
    .where('name', '=', strangerBudget.name)
    .execute()
  const refused = await stranger.call(frameAddress(streamId, 3, 180))
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await stranger.call(frameAddress(streamId, 1, 180))).status).toBe(200)
  // The owner has a separate budget.
  expect((await rider.call(frameAddress(streamId, 3, 180))).status).toBe(200)
})

test('an owner can get any moment, within a budget per account', async () => {
  const server = await startTestServer()
  const { client: rider, id: userId } = await proved(server, 'sam@trailcut.example')
  const { id, streamId } = await published(
    server,
    rider,
    await makeRide(path.join(await scratchFolder(), 'ride.mp4'), { telemetry: true }),
  )
  for (const time of [0.5, 2.5, 4])
    expect((await rider.call(frameAddress(streamId, time, 360))).status).toBe(200)
  const spend = (name: string, used: number) =>
    server.deps.db
      .insertInto('budgets')
      .values({ name, whom: userId, used, began_at: new Date() })
      .onConflict(c => c.columns(['name', 'whom']).doUpdateSet({ used }))
      .execute()
  await spend(renderBudget.name, renderBudget.most)
  expect((await rider.call(frameAddress(streamId, 5.5, 360))).status).toBe(429)
  expect((await rider.call(frameAddress(streamId, 2.5, 360))).status).toBe(200)

  const clip = (index: number) => ask(rider, 'POST', api.clips(id), { kind: 'highlight', index })
  expect((await clip(0)).status).toBe(200)
  await spend(clipBudget.name, clipBudget.most)
  const refused = await clip(1)
  expect([refused.status, await messageOf(refused)]).toEqual([429, expect.stringMatching(/clips for today/)])
  // The one requested earlier is still there.
  expect((await clip(0)).status).toBe(200)
})
