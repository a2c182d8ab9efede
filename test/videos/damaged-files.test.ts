import { open } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import type { ReviewState } from '#contract/review.ts'
import type { Video } from '#contract/videos.ts'
import { signInAtProvider } from '#test/harness/accounts.ts'
import { startTestServer, type TestServer } from '#test/harness/server.ts'
import { makeClip, scratchFolder } from '#test/media/make.ts'

/** A ride of 4 s with a whole index, of whose data only the first share is there; zeros follow. */
async function damaged(share: number): Promise<string> {
  const file = await makeClip(path.join(await scratchFolder(), 'ride.mp4'), {
    seconds: 4,
    extra: ['-movflags', '+faststart'],
  })
  await using handle = await open(file, 'r+')
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2 ** 22), 0, 2 ** 22, 0)
  const data = buffer.subarray(0, bytesRead).indexOf('mdat') + 4
  const from = Math.round(data + share * (bytesRead - data))
  await handle.write(Buffer.alloc(bytesRead - from), 0, bytesRead - from, from)
  return file
}

async function send(server: TestServer, file: string) {
  const rider = await server.person('sam.test@trailcut.example')
  const { video, uploadUrl, size } = await rider.requestUpload(file)
  await rider.sendFile(file, uploadUrl, size)
  return { rider, id: video.id, read: () => rider.json<Video>(api.video(video.id)) }
}

test('a damaged file says how much of it there is, and its rider may keep that', async () => {
  const server = await startTestServer()
  const { rider, id, read } = await send(server, await damaged(0.5))
  await expect.poll(read, { timeout: 60_000 }).toMatchObject({
    status: 'failed',
    processingError: expect.stringMatching(/only 0:0[12] of 0:04 can be read/),
    damage: { promisedSeconds: 4, readableSeconds: expect.closeTo(2, 0) },
  })

  await rider.post<Video>(api.tryAnyway(id), {})
  await expect
    .poll(read, { timeout: 120_000 })
    .toMatchObject({ status: 'draft', aiProcessingStatus: 'completed', duration: expect.closeTo(2, 0) })
  expect((await read()).damage).toMatchObject({ promisedSeconds: 4, readableSeconds: expect.closeTo(2, 0) })
  const moderator = await server.person()
  await signInAtProvider(moderator, { email: 'moderator@trailcut.example' })
  const review = await moderator.json<ReviewState>(api.videoReview(id))
  expect(review.damage).toMatchObject({ promisedSeconds: 4 })
})
