import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Video } from '#contract/videos.ts'
import { openDatabase } from '#server/core/db/database.ts'
import { scratchFolder } from '#test/media/make.ts'
import { ApiClient } from '../scripts/lib/api-client.ts'
import { bucketAt, bucketSettings, startBuckets } from './harness/bucket.ts'
import { cloneDatabase } from './harness/database.ts'
import { inPrivateNetwork, startMachine } from './harness/machines.ts'
import { startProxy } from './harness/proxy.ts'
import {
  createTus,
  openUpload,
  patchHeaders,
  postForm,
  rawForm,
  rawRequest,
  tusOffset,
} from './security/files/upload-support.ts'

const megabyte = 1024 * 1024
const mp4Head = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42'), Buffer.alloc(12)])
const fileOf = (length: number) => Buffer.concat([mp4Head, randomBytes(length - mp4Head.length)])
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** What two web servers share besides the database: a bucket, or a folder on their machine. */
interface Shared {
  env: Record<string, string>
  dataDir?: string
  /** What is left of unfinished uploads. */
  left(): Promise<string[]>
}

async function inBucket(): Promise<Shared> {
  const { url } = await startBuckets('trailcut')
  const bucket = bucketAt(url, 'trailcut')
  // Nobody's upload, and it comes first.
  const stray = 'incoming/0.txt'
  await bucket.put(stray, '', 'text/plain')
  return {
    env: bucketSettings(url, 'trailcut'),
    left: async () =>
      (await Array.fromAsync(bucket.list('incoming/'), ({ key }) => key)).filter(key => key !== stray),
  }
}

async function inFolder(): Promise<Shared> {
  const dataDir = await scratchFolder()
  return { env: {}, dataDir, left: () => readdir(path.join(dataDir, 'incoming')) }
}

/** Two web servers behind a proxy that gives every request to the other one. */
async function cluster({ env, dataDir }: Shared) {
  const databaseUrl = await cloneDatabase()
  const db = openDatabase(databaseUrl, () => undefined, { max: 2 })
  onTestFinished(() => db.destroy())
  const start = (port?: number) =>
    startMachine(
      { ...inPrivateNetwork(databaseUrl), ...env, ROLE: 'web', TRUST_PROXY: '1' },
      { ...(dataDir ? { dataDir } : {}), ...(port ? { port } : {}) },
    )
  const webs = [await start(), await start()] as [
    Awaited<ReturnType<typeof start>>,
    Awaited<ReturnType<typeof start>>,
  ]
  let asked = 0
  const proxy = await startProxy(() => (webs[asked++ % 2] as { port: number }).port)
  onTestFinished(() => proxy.stop())
  const rider = new ApiClient(proxy.url)
  await rider.signIn('sam.test@trailcut.app')
  return {
    webs,
    rider,
    proxy,
    async restart(which: 0 | 1) {
      webs[which] = await start(webs[which].port)
    },
    stored: ({ id }: Video) =>
      db
        .selectFrom('videos')
        .select(['original_sha256', 'file_size', 'status', 'reserved_bytes'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    forgetRow: async ({ id }: Video) => void (await db.deleteFrom('videos').where('id', '=', id).execute()),
  }
}

const patchTo = (base: string, uploadUrl: string, bytes: Buffer, from: number, to: number) => {
  const request = rawRequest(base + uploadUrl, 'PATCH', patchHeaders(from, to - from))
  return { request, body: bytes.subarray(from, to) }
}

async function send(base: string, uploadUrl: string, bytes: Buffer, from: number, to: number) {
  const { request, body } = patchTo(base, uploadUrl, bytes, from, to)
  await request.write(body)
  request.end()
  return request.answer
}

test.each([
  ['bucket', inBucket],
  ['folder', inFolder],
])('an upload to two servers that share a %s continues on either, whichever is killed', async (_, share) => {
  const shared = await share()
  const { webs, rider, proxy, stored, restart, forgetRow } = await cluster(shared)
  const bytes = fileOf(20 * megabyte)
  const { video, uploadUrl } = await openUpload(rider)
  await createTus(rider, uploadUrl, bytes.length)
  for (let at = 0; at < 8 * megabyte; at += 2 * megabyte)
    expect(await send(proxy.url, uploadUrl, bytes, at, at + 2 * megabyte)).toMatchObject({ status: 204 })
  // Each of them knows what the other one took.
  for (const { url } of webs) expect(await tusOffset(new ApiClient(url), uploadUrl)).toBe(8 * megabyte)

  for (const which of [0, 1] as const) {
    const from = await tusOffset(rider, uploadUrl)
    const { request, body } = patchTo(webs[which].url, uploadUrl, bytes, from, from + 2 * megabyte)
    await request.write(body.subarray(0, megabyte))
    await webs[which].kill()
    expect(await request.answer).toBe('closed')
    const other = new ApiClient(webs[1 - which]?.url as string)
    const kept = await tusOffset(other, uploadUrl)
    expect(kept).toBeGreaterThanOrEqual(from)
    expect(await send(other.base, uploadUrl, bytes, kept, kept + 2 * megabyte)).toMatchObject({ status: 204 })
    await restart(which)
  }

  // Two writers at once: at most one of them gets through, and the bytes are those of the file.
  const from = await tusOffset(rider, uploadUrl)
  const slow = patchTo(webs[0].url, uploadUrl, bytes, from, bytes.length)
  await slow.request.write(slow.body.subarray(0, 3 * megabyte))
  await expect.poll(async () => (await tusOffset(new ApiClient(webs[1].url), uploadUrl)) > from).toBe(true)
  const kept = await tusOffset(rider, uploadUrl)
  const [first, second] = await Promise.all([
    send(webs[0].url, uploadUrl, bytes, kept, bytes.length),
    send(webs[1].url, uploadUrl, bytes, kept, bytes.length),
  ])
  const won = [first, second].filter(answer => answer !== 'closed' && answer.status === 204)
  expect(won.length).toBeLessThanOrEqual(1)
  for (let at = await tusOffset(rider, uploadUrl); at < bytes.length; at = await tusOffset(rider, uploadUrl))
    await send(proxy.url, uploadUrl, bytes, at, Math.min(bytes.length, at + 8 * megabyte))
  expect(await stored(video)).toMatchObject({
    original_sha256: sha256(bytes),
    file_size: bytes.length,
    status: 'processing',
  })
  slow.request.cut()

  // Of two forms at once the later one becomes the video, on whichever server it arrives.
  const form = await openUpload(rider)
  const [overtaken, other] = [fileOf(9 * megabyte), fileOf(9 * megabyte)]
  const early = await rawForm(webs[0], form.uploadUrl, overtaken.length)
  await early.write(overtaken.subarray(0, 3 * megabyte))
  // Only once it has its turn is it the earlier one.
  await expect.poll(async () => Number((await stored(form.video)).reserved_bytes)).toBeGreaterThan(0)
  const late = new ApiClient(webs[1].url)
  expect((await postForm(late, form.uploadUrl, other)).status).toBe(200)
  expect(await early.answer).toMatchObject({ status: 409 })
  expect(await stored(form.video)).toMatchObject({ original_sha256: sha256(other) })
  const plain = await openUpload(rider)
  expect((await postForm(rider, plain.uploadUrl, other)).status).toBe(200)
  expect(await stored(plain.video)).toMatchObject({ original_sha256: sha256(other) })
  // What was overtaken or cut off clears up after its answer.
  await expect.poll(shared.left).toEqual([])

  const abandoned = await openUpload(rider)
  await createTus(rider, abandoned.uploadUrl, bytes.length)
  await send(proxy.url, abandoned.uploadUrl, bytes, 0, 9 * megabyte)
  expect((await shared.left()).length).toBeGreaterThan(0)
  await forgetRow(abandoned.video)
  await webs[0].kill()
  await restart(0)
  await expect.poll(shared.left).toEqual([])
})
