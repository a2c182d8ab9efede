import { appendFile, readFile, truncate } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { FolderIncoming } from '#server/videos/index.ts'
import { sweepUploads } from '#server/videos/recover.ts'
import { startTestServer, type TestServer } from '#test/harness/server.ts'
import { makeClip, scratchFolder } from '#test/media/make.ts'

const dayMs = 24 * 3600_000
const ride = async (extra: string[] = []) =>
  makeClip(path.join(await scratchFolder(), 'ride.mp4'), { seconds: 6, extra })

/** A rider's upload of a file. */
async function send(server: TestServer, file: string) {
  const rider = await server.person('sam.test@trailcut.example')
  const { video, uploadUrl, size } = await rider.requestUpload(file)
  await rider.sendFile(file, uploadUrl, size)
  const read = () => rider.json<Video>(api.video(video.id))
  const originals = () => Array.fromAsync(server.deps.objects.list(`originals/${video.id}/`))
  return { rider, id: video.id, read, originals }
}

const sweepAt = (server: TestServer, ms: number) =>
  sweepUploads(
    {
      ...server.deps,
      incoming: new FolderIncoming(server.deps.objects, { dataDir: server.dataDir, maxBytes: 1, idleMs: 1 }),
    },
    new Date(Date.now() + ms),
  )

async function cutOff(): Promise<string> {
  const file = await ride(['-movflags', '+faststart'])
  await truncate(file, Math.floor((await readFile(file)).length * 0.6))
  return file
}

test("a camera's trailer behind the last box plays", async () => {
  const server = await startTestServer()
  const file = await ride()
  await appendFile(file, Buffer.concat([Buffer.from('\nSE12'.repeat(800)), Buffer.alloc(3)]))
  const { rider, id } = await send(server, file)
  expect(await rider.untilPlayable(id)).toMatchObject({ status: 'draft' })
})

test('a refused file is kept for a day, in which its rider can have it processed anyway', async () => {
  const server = await startTestServer()
  const { rider, id, read, originals } = await send(server, await cutOff())
  await expect(rider.untilPlayable(id)).rejects.toThrow(/end of the file is missing/)
  const { keptUntil, cfStreamId } = await read()
  const hours = (new Date(keptUntil as string).getTime() - Date.now()) / 3600_000
  expect(hours).toBeGreaterThan(23.9)
  expect(await originals()).not.toEqual([])

  const other = await server.person('other@trailcut.example')
  expect((await other.call(api.tryAnyway(id), { method: 'POST' })).status).toBe(404)
  expect(await rider.post<Video>(api.tryAnyway(id), {})).toMatchObject({
    status: 'processing',
    processingError: null,
    keptUntil: null,
  })
  expect((await rider.untilPlayable(id)).cfStreamId).not.toBe(cfStreamId)
  expect((await rider.call(api.tryAnyway(id), { method: 'POST' })).status).toBe(409)
  await sweepAt(server, 2 * dayMs)
  expect(await originals()).not.toEqual([])
})

test('after that day its files are deleted, and nothing can be tried anymore', async () => {
  const server = await startTestServer()
  const { rider, id, read, originals } = await send(server, await cutOff())
  await expect(rider.untilPlayable(id)).rejects.toThrow(/missing/)
  await sweepAt(server, dayMs - 60_000)
  expect(await originals()).not.toEqual([])
  await sweepAt(server, dayMs + 60_000)
  expect(await originals()).toEqual([])
  expect(await read()).toMatchObject({ status: 'failed', keptUntil: null })
  const again = await rider.call(api.tryAnyway(id), { method: 'POST' })
  expect(again.status).toBe(409)
  expect(await again.json()).toMatchObject({ message: "We don't have the file anymore. Upload it again." })
})
