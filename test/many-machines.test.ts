import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { z } from 'zod'
import { api } from '#contract/paths.ts'
import type { aiStatusAnswer, streamStatusAnswer } from '#contract/videos.ts'
import { openDatabase } from '#server/core/db/database.ts'
import { makeClip, scratchFolder } from '#test/media/make.ts'
import { ApiClient } from '../scripts/lib/api-client.ts'
import { isRepeatable } from '../web/features/upload/transfer/failure.ts'
import { bucketSettings, startBuckets } from './harness/bucket.ts'
import { cloneDatabase } from './harness/database.ts'
import { inPrivateNetwork, startMachine } from './harness/machines.ts'
import { startProxy } from './harness/proxy.ts'
import { startTestServer } from './harness/server.ts'
import { createTus, openUpload, tusHeaders, tusOffset } from './security/files/upload-support.ts'

const mp4Head = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42'), Buffer.alloc(12)])

test('a worker says whether it is alive and ready, and measures itself, at its own port', async () => {
  const token = 'a token of our own'
  const env = { ...inPrivateNetwork(await cloneDatabase()), PUBLIC_URL: 'http://rides.lan' }
  const { url } = await startMachine({ ...env, ROLE: 'worker', METRICS_TOKEN: token })
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ ok: true })
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ database: 'ok', queue: 'ok', store: 'ok' })
  expect((await fetch(`${url}/metrics`)).status).toBe(401)
  const metrics = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  expect(await metrics.text()).toContain('jobs{queue="videos.ingest",state="queued"}')
  expect((await fetch(`${url}/api/user`)).status).toBe(404)
})

test('a second sandbox on one database refuses to start, and starts once the first has ended', async () => {
  const DATABASE_URL = await cloneDatabase()
  const first = await startMachine({ DATABASE_URL, LOG_LEVEL: 'silent' })
  await expect(startTestServer({ DATABASE_URL, ROLE: 'worker' })).rejects.toThrow(
    /^Another server with MODE=sandbox uses this database/,
  )
  await first.kill()
  const second = await startTestServer({ DATABASE_URL, ROLE: 'web' })
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
})

test('a process deletes what lies on its machine: bytes that no video waits for, files of a killed process', async () => {
  const dataDir = await scratchFolder()
  const DATABASE_URL = await cloneDatabase()
  const env = { DATABASE_URL, ROLE: 'web', LOG_LEVEL: 'silent' }
  const killed = await startMachine(env, { dataDir })
  const temporary = async () =>
    (await readdir(path.join(dataDir, 'tmp'))).filter(name => !name.endsWith('.lock'))
  const [old = ''] = await temporary()
  await mkdir(path.join(dataDir, 'tmp', old, 'trailcut-encode-1'))
  await writeFile(path.join(dataDir, 'tmp', old, 'trailcut-encode-1', 'a.mp4'), 'x')
  await killed.kill()
  const gone = path.join(dataDir, 'incoming', '3f0f1c1e-7f0a-4f6e-9a52-0d8a1a7b9c11')
  await mkdir(gone)
  await writeFile(path.join(gone, 'bytes'), 'x')

  const next = await startMachine(env, { dataDir })
  await expect.poll(() => existsSync(gone)).toBe(false)
  const now = await temporary()
  expect(now).toHaveLength(1)
  expect(now).not.toContain(old)
  await next.stop()
  expect(await temporary()).toEqual([])
})

const bytes = Buffer.concat([mp4Head, randomBytes(300_000)])
const patch = (client: ApiClient, url: string, from: number, to: number) =>
  client.call(url, {
    method: 'PATCH',
    headers: {
      ...tusHeaders({ 'upload-offset': String(from) }),
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(bytes.subarray(from, to)),
  })

test('a part of an upload whose bytes are on another machine is refused for now, and for good once its row is gone', async () => {
  const databaseUrl = await cloneDatabase()
  const env = { ...inPrivateNetwork(databaseUrl), ROLE: 'web' }
  const [rider, elsewhere] = [await startMachine(env), await startMachine(env)].map(
    ({ url }) => new ApiClient(url),
  ) as [ApiClient, ApiClient]
  await rider.signIn('sam.test@trailcut.app')
  const { video, uploadUrl } = await openUpload(rider)
  await createTus(rider, uploadUrl, bytes.length)
  expect((await patch(rider, uploadUrl, 0, 100_000)).status).toBe(204)
  const refused = await patch(elsewhere, uploadUrl, 100_000, 200_000)
  expect(refused.status).toBe(409)
  expect(isRepeatable(refused.status)).toBe(true)
  expect(await tusOffset(rider, uploadUrl)).toBe(100_000)
  const db = openDatabase(databaseUrl, () => undefined)
  onTestFinished(() => db.destroy())
  await db.deleteFrom('videos').where('id', '=', video.id).execute()
  for (const { status } of [
    await patch(rider, uploadUrl, 100_000, 200_000),
    await patch(elsewhere, uploadUrl, 100_000, 200_000),
  ])
    expect(status).toBe(404)
  expect(isRepeatable(404)).toBe(false)
})

test('a worker takes jobs of the queues that its setting names, and no others', async () => {
  await expect(startTestServer({ WORKER_QUEUES: 'videos,mailing' })).rejects.toThrow(
    /^WORKER_QUEUES: there is no mailing\. There are .*\banalysis\b.*\bvideos\.ladder\b/,
  )
  const databaseUrl = await cloneDatabase()
  const env = inPrivateNetwork(databaseUrl)
  const dataDir = await scratchFolder()
  const web = await startMachine({ ...env, ROLE: 'web' }, { dataDir })
  const rider = new ApiClient(web.url)
  await rider.signIn('sam.test@trailcut.app')
  const file = await makeClip(path.join(await scratchFolder(), 'ride.mp4'), { seconds: 2 })
  const { video, uploadUrl, size } = await rider.requestUpload(file)
  await rider.sendFile(file, uploadUrl, size)
  const jobs = async () => {
    const { rows } = await sql<{ name: string; state: string }>`
      select name, state from jobs.job where name in ('videos.ladder', 'analysis.run')`.execute(db)
    return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
  }
  const db = openDatabase(databaseUrl, () => undefined)
  onTestFinished(() => db.destroy())
  const worker = { ...env, ROLE: 'worker' }
  await startMachine({ ...worker, WORKER_QUEUES: 'videos.ingest,videos.playable:2' }, { dataDir })
  await rider.untilPlayable(video.id)
  expect(await jobs()).toEqual({ 'videos.ladder': 'created', 'analysis.run': 'created' })
  await startMachine({ ...worker, WORKER_QUEUES: 'videos' }, { dataDir })
  await expect.poll(jobs).toEqual({ 'videos.ladder': 'completed', 'analysis.run': 'created' })
})

test('a machine fetches an original from the bucket once for all its jobs', async () => {
  const front = await startProxy((await startBuckets('trailcut')).port)
  onTestFinished(() => front.stop())
  const whole: string[] = []
  front.before = async ({ method, url = '', headers }) => {
    if (method === 'GET' && url.includes('/originals/') && !headers.range) whole.push(url)
  }
  const server = await startTestServer(bucketSettings(front.url, 'trailcut'))
  const rider = await server.person('sam.test@trailcut.example')
  const file = await makeClip(path.join(await scratchFolder(), 'ride.mp4'), { seconds: 4 })
  const { video, uploadUrl, size } = await rider.requestUpload(file)
  await rider.sendFile(file, uploadUrl, size)
  await rider.until(
    () => rider.json<z.infer<typeof aiStatusAnswer>>(api.aiStatus(video.id)),
    status => status.completed,
  )
  await rider.until(
    () => rider.json<z.infer<typeof streamStatusAnswer>>(api.videoStatus(video.id)),
    status => status.ladderProgress === 100,
  )
  expect(whole).toHaveLength(1)
})
