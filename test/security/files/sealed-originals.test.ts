import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { api } from '#contract/paths.ts'
import { FolderIncoming, Turns } from '#server/videos/index.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { makeClip, scratchFolder } from '../../media/make.ts'
import {
  bytesOnTheWay,
  createTus,
  openUpload,
  patchHeaders,
  postForm,
  rawForm,
  rawRequest,
  sha256,
  tusHeaders,
  tusOffset,
} from './upload-support.ts'

const clip = async (options: Parameters<typeof makeClip>[1] = {}) =>
  readFile(await makeClip(path.join(await scratchFolder(), 'ride.mp4'), options))

async function originalOf(server: TestServer, videoId: string): Promise<Buffer> {
  const { db, objects } = server.deps
  const row = await db.selectFrom('videos').selectAll().where('id', '=', videoId).executeTakeFirstOrThrow()
  const stream = await objects.get(row.original_key as string)
  if (!stream) throw new Error('There is no original')
  return buffer(stream)
}

test('a stalled form changes nothing after a second one completed', async () => {
  const server = await startTestServer()
  const rider = await server.person('sam.test@trailcut.example')
  const [reviewed, smuggled] = [await clip({ seconds: 3 }), Buffer.alloc(900_000, 'smuggled')]
  const { video, uploadUrl } = await openUpload(rider)
  const first = await rawForm(server, uploadUrl, reviewed.length + smuggled.length)
  await first.write(reviewed.subarray(0, 100_000))
  await expect.poll(() => bytesOnTheWay(server)).toBeGreaterThanOrEqual(100_000)

  expect((await postForm(rider, uploadUrl, reviewed)).status).toBe(200)
  await rider.untilPlayable(video.id)
  await first.write(smuggled)
  await first.write(reviewed.subarray(100_000))
  await first.write(first.tail)
  first.end()

  const answer = await first.answer
  expect(sha256(await originalOf(server, video.id))).toBe(sha256(reviewed))
  expect((await rider.json<{ status: string }>(api.video(video.id))).status).toBe('draft')
  expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } })
})

test('a stalled tus request changes nothing after a form at the same address completed', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await server.person('sam.test@trailcut.example')
  const reviewed = await clip({ seconds: 2 })
  const { video, uploadUrl } = await openUpload(rider)
  await createTus(rider, uploadUrl, 2_000_000)
  const first = rawRequest(server.url + uploadUrl, 'PATCH', patchHeaders(0, 2_000_000))
  await first.write(reviewed.subarray(0, 70_000))
  await expect.poll(() => bytesOnTheWay(server)).toBeGreaterThanOrEqual(70_000)
  expect((await postForm(rider, uploadUrl, reviewed)).status).toBe(200)
  await first.write(Buffer.alloc(1_930_000, 'smuggled'))
  first.end()
  await first.answer
  expect(sha256(await originalOf(server, video.id))).toBe(sha256(reviewed))
})

test("a later tus request takes over where the stalled one stopped, and the stalled one's further bytes never count", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await server.person('sam.test@trailcut.example')
  const bytes = await clip({ seconds: 3 })
  const { video, uploadUrl } = await openUpload(rider)
  await createTus(rider, uploadUrl, bytes.length)
  const first = rawRequest(server.url + uploadUrl, 'PATCH', patchHeaders(0, bytes.length))
  await first.write(bytes.subarray(0, 80_000))
  await expect.poll(() => bytesOnTheWay(server)).toBe(80_000)
  const head = await rider.call(uploadUrl, { method: 'HEAD', headers: tusHeaders() })
  expect(head.headers.get('upload-offset')).toBe('80000')
  const second = rawRequest(server.url + uploadUrl, 'PATCH', patchHeaders(80_000, bytes.length - 80_000))
  await second.write(bytes.subarray(80_000))
  second.end()
  await first.write(Buffer.alloc(bytes.length - 80_000, 'smuggled'))
  first.end()
  expect(await second.answer).toMatchObject({ status: 204 })
  await first.answer
  expect(sha256(await originalOf(server, video.id))).toBe(sha256(bytes))
})

/** Where the bytes of an upload under way are. */
async function fileOfAttempt(server: TestServer, videoId: string): Promise<string> {
  const folder = path.join(server.dataDir, 'incoming', videoId)
  const { attempt } = JSON.parse(await readFile(path.join(folder, 'attempt.json'), 'utf8'))
  return path.join(folder, attempt)
}

test('many requests about an upload that is complete copy it once', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await server.person('sam.test@trailcut.example')
  const bytes = await clip()
  const { video, uploadUrl } = await openUpload(rider)
  await createTus(rider, uploadUrl, bytes.length)
  // As after the server died with the last byte, before it noted that.
  await writeFile(await fileOfAttempt(server, video.id), bytes)
  const copies = vi.spyOn(FolderIncoming.prototype, 'seal')
  onTestFinished(() => copies.mockRestore())
  const offsets = await Promise.all(Array.from({ length: 12 }, () => tusOffset(rider, uploadUrl)))
  expect(new Set(offsets)).toEqual(new Set([bytes.length]))
  expect(copies).toHaveBeenCalledTimes(1)
  expect(sha256(await originalOf(server, video.id))).toBe(sha256(bytes))
})

test('who takes over from a request that saves the last byte as it ends completes the upload', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await server.person('sam.test@trailcut.example')
  const bytes = await clip()
  const { video, uploadUrl } = await openUpload(rider)
  await createTus(rider, uploadUrl, bytes.length)
  const file = await fileOfAttempt(server, video.id)
  const take = Turns.prototype.take
  const taking = vi.spyOn(Turns.prototype, 'take')
  onTestFinished(() => taking.mockRestore())
  taking.mockImplementationOnce(async function (this: Turns, ...args) {
    await writeFile(file, bytes)
    return take.apply(this, args)
  })
  expect(await tusOffset(rider, uploadUrl)).toBe(bytes.length)
  expect(sha256(await originalOf(server, video.id))).toBe(sha256(bytes))
})

test('the original is named by its hash, read-only, and never a file that an upload wrote to', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await server.person('sam.test@trailcut.example')
  const bytes = await clip()
  const { video, uploadUrl } = await openUpload(rider)
  await createTus(rider, uploadUrl, bytes.length)
  const inodes = async () =>
    Promise.all(
      (await readdir(path.join(server.dataDir, 'incoming'), { recursive: true, withFileTypes: true }))
        .filter(f => f.isFile())
        .map(async f => (await stat(path.join(f.parentPath, f.name))).ino),
    )
  const written = await inodes()
  const patch = rawRequest(server.url + uploadUrl, 'PATCH', patchHeaders(0, bytes.length))
  await patch.write(bytes)
  patch.end()
  expect(await patch.answer).toMatchObject({ status: 204 })

  const row = await server.deps.db.selectFrom('videos').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    original_sha256: sha256(bytes),
    original_key: `originals/${video.id}/${sha256(bytes)}.mp4`,
  })
  const file = path.join(server.dataDir, 'objects', row.original_key as string)
  const { mode, ino } = await stat(file)
  expect(mode & 0o222).toBe(0)
  expect(written).not.toContain(ino)
  expect(await inodes()).toEqual([])
  // Not even the server's own code can give a video another original, or one without a hash.
  const other = server.deps.db.updateTable('videos').where('id', '=', video.id)
  await expect(other.set({ original_sha256: sha256(Buffer.from('x')) }).execute()).rejects.toThrow(/original/)
  await expect(other.set({ original_key: 'originals/x/y.mp4' }).execute()).rejects.toThrow(/original/)
  const { video: next } = await openUpload(rider)
  const unnamed = server.deps.db.updateTable('videos').set({ original_key: 'originals/x/y.mp4' })
  await expect(unnamed.where('id', '=', next.id).execute()).rejects.toThrow(/videos_original_is_sealed/)
})

test("a refused late form can't delete a video that was completed meanwhile", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await server.person('sam.test@trailcut.example')
  const reviewed = await clip()
  const { video, uploadUrl } = await openUpload(rider)
  const stalled = await rawForm(server, uploadUrl, 1000)
  // Only once it has its turn is it the earlier form: the one that comes later takes the address over.
  const reserved = () =>
    server.deps.db
      .selectFrom('videos')
      .select('reserved_bytes')
      .where('id', '=', video.id)
      .executeTakeFirstOrThrow()
  await expect.poll(async () => Number((await reserved()).reserved_bytes)).toBeGreaterThan(0)
  expect((await postForm(rider, uploadUrl, reviewed)).status).toBe(200)
  await stalled.write(Buffer.alloc(1000, 'no video'))
  await stalled.write(stalled.tail)
  stalled.end()
  await stalled.answer
  expect(sha256(await originalOf(server, video.id))).toBe(sha256(reviewed))
})
