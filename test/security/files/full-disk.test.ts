import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, type TestContext, test, vi } from 'vitest'
import { api } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { isDiskFull } from '#server/core/disk-full.ts'
import { isWholeMov } from '#server/core/media/container.ts'
import { FolderStore } from '#server/core/objects/folder.ts'
import { withLocal } from '#server/core/objects/store.ts'
import { unsafeFind } from '#server/videos/index.ts'
import { bucketAt, bucketSettings, startBuckets } from '../../harness/bucket.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { clip } from '../../media/clip.ts'
import { scratchFolder } from '../../media/make.ts'
import {
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

const outOfSpace = { code: 'no_space', message: expect.stringMatching(/^The server is out of disk space\. /) }
const bytesOf = async (seconds = 2) => readFile(await clip('ride.mp4', { seconds }))

const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile() && entry.name !== 'filler')
    .map(entry => path.join(entry.parentPath, entry.name))

/**
 * A separate disk for a folder: a real one that can fill up. Skips the test where the system doesn't allow
 * it.
 */
async function smallDisk(context: TestContext, kilobytes: number, at?: string) {
  const folder = at ?? (await scratchFolder())
  mkdirSync(folder, { recursive: true })
  let why = process.platform === 'linux' ? null : 'only Linux has tmpfs'
  try {
    if (!why)
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch (error) {
    why = `this user can't mount a small disk: ${String((error as { stderr?: Buffer }).stderr ?? error).trim()}`
  }
  context.skip(why !== null, why ?? '')
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
  const filler = path.join(folder, 'filler')
  return {
    folder,
    /** Leaves no byte free. */
    async fill() {
      const full = await writeFile(filler, Buffer.alloc(kilobytes * 1024 + 1)).catch(error => error)
      expect(full).toMatchObject({ code: 'ENOSPC' })
    },
    empty: () => rm(filler, { force: true }),
    files: async () => (await filesIn(folder)).map(file => path.basename(file)),
    bytes: async () =>
      (await Promise.all((await filesIn(folder)).map(file => stat(file)))).reduce(
        (sum, s) => sum + s.size,
        0,
      ),
  }
}

/** A server whose incoming uploads, objects or scratch files are on a small disk. */
async function serverWith(context: TestContext, name: 'incoming' | 'objects' | 'scratch', kilobytes = 1024) {
  const dataDir = await scratchFolder()
  const disk = await smallDisk(context, kilobytes, path.join(dataDir, name))
  const server = await startTestServer({
    DATA_DIR: dataDir,
    MIN_FREE_DISK_MB: '0',
    ...(name === 'scratch' ? {} : { ROLE: 'web' }),
  })
  if (name === 'scratch') {
    vi.stubEnv('TMPDIR', disk.folder)
    onTestFinished(() => void vi.unstubAllEnvs())
  }
  return { server, disk, rider: await server.person('sam.test@trailcut.example') }
}

const isWhole = async (server: TestServer, video: Video, bytes: Buffer) =>
  expect(await unsafeFind(server.deps.db, video.id)).toMatchObject({
    uploaded_at: expect.any(Date),
    original_sha256: sha256(bytes),
  })

test('a tus upload that fills the disk gets 507 and resumes where it stopped', async context => {
  const { server, disk, rider } = await serverWith(context, 'incoming')
  const bytes = await bytesOf()
  const { video, uploadUrl } = await openUpload(rider)
  await createTus(rider, uploadUrl, bytes.length)
  const broken = rawRequest(server.url + uploadUrl, 'PATCH', patchHeaders(0, bytes.length))
  await broken.write(bytes.subarray(0, 20_000))
  await expect.poll(disk.bytes).toBeGreaterThanOrEqual(20_000)
  await disk.fill()
  await broken.write(bytes.subarray(20_000))
  expect(await broken.answer).toMatchObject({
    status: 507,
    body: { ...outOfSpace, message: expect.stringMatching(/you can resume this upload later/) },
  })
  await disk.empty()
  const kept = await tusOffset(rider, uploadUrl)
  expect(kept).toBeGreaterThanOrEqual(20_000)
  expect(kept).toBeLessThan(bytes.length)
  const rest = rawRequest(server.url + uploadUrl, 'PATCH', patchHeaders(kept, bytes.length - kept))
  await rest.write(bytes.subarray(kept))
  rest.end()
  expect(await rest.answer).toMatchObject({ status: 204 })
  await isWhole(server, video, bytes)
})

test('a complete upload without room to be sealed is completed when requested again', async context => {
  const { server, disk, rider } = await serverWith(context, 'incoming')
  const bytes = await bytesOf()
  const { video, uploadUrl } = await openUpload(rider)
  await createTus(rider, uploadUrl, bytes.length)
  const upload = rawRequest(server.url + uploadUrl, 'PATCH', patchHeaders(0, bytes.length))
  await upload.write(bytes.subarray(0, -1))
  await expect.poll(disk.bytes).toBeGreaterThanOrEqual(bytes.length - 1)
  await disk.fill()
  await upload.write(bytes.subarray(-1))
  upload.end()
  expect(await upload.answer).toMatchObject({ status: 507, body: outOfSpace })
  const head = () => rider.call(uploadUrl, { method: 'HEAD', headers: tusHeaders() })
  expect((await head()).status).toBe(507)
  expect(await unsafeFind(server.deps.db, video.id)).toMatchObject({ uploaded_at: null })
  expect((await disk.files()).filter(name => name.endsWith('.sealed'))).toEqual([])
  await disk.empty()
  expect((await head()).headers.get('upload-offset')).toBe(String(bytes.length))
  await isWhole(server, video, bytes)
})

test('a form that fills the disk gets 507, leaves nothing, and can be sent again', async context => {
  const { server, disk, rider } = await serverWith(context, 'incoming')
  const bytes = await bytesOf()
  const { video, uploadUrl } = await openUpload(rider)
  const form = await rawForm(server, uploadUrl, bytes.length)
  await form.write(bytes.subarray(0, 20_000))
  await expect.poll(disk.files).toHaveLength(1)
  await disk.fill()
  await form.write(bytes.subarray(20_000))
  await form.write(form.tail)
  form.end()
  expect(await form.answer).toMatchObject({ status: 507, body: outOfSpace })
  await expect.poll(disk.files).toEqual([])
  await disk.empty()
  expect((await postForm(rider, uploadUrl, bytes)).status).toBe(200)
  await isWhole(server, video, bytes)
})

test('a full object store is also a 507, and keeps no part of a file', async context => {
  const { server, disk, rider } = await serverWith(context, 'objects')
  const bytes = await bytesOf()
  const { video, uploadUrl } = await openUpload(rider)
  await disk.fill()
  const answer = await postForm(rider, uploadUrl, bytes)
  expect([answer.status, await answer.json()]).toEqual([507, expect.objectContaining(outOfSpace)])
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
  expect(await disk.files()).toEqual([])
  await disk.empty()
  expect((await postForm(rider, uploadUrl, bytes)).status).toBe(200)
  await isWhole(server, video, bytes)
})

test('writes to a full folder store fail with a disk-full error and leave nothing', async context => {
  const disk = await smallDisk(context, 256)
  const store = new FolderStore(disk.folder)
  const file = path.join(await scratchFolder(), 'large')
  const large = Buffer.alloc(512 * 1024)
  for (const put of [
    () => store.put('a/large', large),
    async () => {
      await writeFile(file, large)
      await store.putFile('a/large', file)
    },
    () => store.addFile('a/large', file),
  ]) {
    expect(isDiskFull(await put().catch(error => error))).toBe(true)
    expect(await disk.files()).toEqual([])
  }
  expect((await readFile(file)).length).toBe(large.length)
})

test('parts on their way to a bucket reserve the disk they wait on, later ones too', async context => {
  const dataDir = await scratchFolder()
  // Room for one part of 8 MiB.
  await smallDisk(context, 12 * 1024, dataDir)
  const server = await startTestServer({
    DATA_DIR: dataDir,
    MIN_FREE_DISK_MB: '0',
    ROLE: 'web',
    ...bucketSettings((await startBuckets('trailcut')).url, 'trailcut'),
  })
  const rider = await server.person('sam.test@trailcut.example')
  const part = 8 * 1024 * 1024
  const film = Buffer.concat([await bytesOf(), Buffer.alloc(2 * part)]).subarray(0, 2 * part)
  const begun = async () => {
    const { uploadUrl } = await openUpload(rider)
    await createTus(rider, uploadUrl, film.length)
    const first = rawRequest(server.url + uploadUrl, 'PATCH', patchHeaders(0, part))
    await first.write(film.subarray(0, part))
    first.end()
    expect(await first.answer).toMatchObject({ status: 204 })
    return uploadUrl
  }
  const parts = [await begun(), await begun()].map(uploadUrl =>
    rawRequest(server.url + uploadUrl, 'PATCH', patchHeaders(part, part)),
  )
  for (const { write } of parts) await write(film.subarray(part, part + 1000))
  const first = await Promise.race(parts.map(async ({ answer }, index) => ({ index, answer: await answer })))
  expect(first.answer).toMatchObject({ status: 507, body: { code: 'no_space' } })
  const other = parts[1 - first.index] as (typeof parts)[0]
  await other.write(film.subarray(part + 1000))
  other.end()
  expect(await other.answer).toMatchObject({ status: 204 })
})

test('downloading a copy to a full disk fails with a disk-full error and leaves nothing', async context => {
  const objects = bucketAt((await startBuckets('trailcut')).url, 'trailcut')
  await objects.put('a/large', Buffer.alloc(512 * 1024), 'video/mp4')
  const disk = await smallDisk(context, 256)
  vi.stubEnv('TMPDIR', disk.folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  const failed = await withLocal(objects, 'a/large', async () => null).catch(error => error)
  expect(isDiskFull(failed)).toBe(true)
  expect(await disk.files()).toEqual([])
})

/** How many attempts of `jobs.job` have been used up. */
const attemptsLost = sql<number>`(select q.retry_limit from jobs.queue q where q.name = job.name) - retry_limit + retry_count`

test('processing on a full disk waits without losing an attempt; telemetry gets 507', async context => {
  const { server, disk, rider } = await serverWith(context, 'scratch', 2048)
  const file = await clip('ride.mp4', { seconds: 8 })
  const { video, uploadUrl, size } = await rider.requestUpload(file)
  await disk.fill()
  await rider.sendFile(file, uploadUrl, size)
  const waiting = async () =>
    (
      await sql<{ name: string; lost: number; waits: boolean }>`
        select name, ${attemptsLost} as lost, 
          start_after between now() + interval '1 minute' and now() + interval '5.5 minutes' as waits
        from jobs.job where state = 'retry' and name = any('{videos.playable,videos.ladder}') order by name`.execute(
        server.deps.db,
      )
    ).rows
  await expect.poll(waiting, { timeout: 150_000 }).toEqual([
    { name: 'videos.ladder', lost: 0, waits: true },
    { name: 'videos.playable', lost: 0, waits: true },
  ])
  expect((await rider.json<Video>(api.video(video.id))).status).toBe('processing')
  const telemetry = await rider.call(api.addTelemetry(video.id), {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.alloc(100_000, 'time,lat,lon\n'),
  })
  expect([telemetry.status, await telemetry.json()]).toEqual([507, expect.objectContaining(outOfSpace)])

  await disk.empty()
  await sql`update jobs.job set start_after = now() where state = 'retry'`.execute(server.deps.db)
  await rider.untilLadder(video.id)
  const played = await rider.untilPlayable(video.id)
  expect(played.cfReadyToStream).toBe(true)
})

test('a rendition cut off by a full disk is not stored, although ffmpeg reports success', async context => {
  const { server, disk, rider } = await serverWith(context, 'scratch', 256)
  const file = await clip('ride.mp4', { seconds: 12, size: '640x360' })
  const { video, uploadUrl, size } = await rider.requestUpload(file)
  await rider.sendFile(file, uploadUrl, size)
  const put = () =>
    sql<{ count: number }>`select count(*)::int from jobs.job
      where state = 'retry' and ${attemptsLost} = 0 and name = any('{videos.playable,videos.ladder}')`
      .execute(server.deps.db)
      .then(({ rows }) => rows[0]?.count)
  await expect.poll(put, { timeout: 150_000 }).toBe(2)
  expect((await rider.json<Video>(api.video(video.id))).status).not.toBe('failed')
  expect(await disk.files()).toEqual([])
  const { db, objects } = server.deps
  expect(await db.selectFrom('renditions').select('id').where('complete', '=', true).execute()).toEqual([])
  const stored = await Array.fromAsync(objects.list('streams/'))
  for (const { key } of stored.filter(({ key }) => /\.(mp4|m4s)$/.test(key)))
    expect(
      await withLocal(objects, key, async part => (await stat(part)).size > 0 && (await isWholeMov(part))),
      key,
    ).toBe(true)
})
