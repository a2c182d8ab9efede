import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startFauxqs } from 'fauxqs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Incoming, recoverVideos, sealOldOriginals, setApproval, unsafeFind } from '#server/videos/index.ts'
import type { ApiClient } from '../../../scripts/lib/api-client.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { makeClip, scratchFolder } from '../../media/make.ts'
import { openUpload, patchHeaders, rawRequest, sha256, tusOffset } from './upload-support.ts'

// Rows and files as left by the version before sealed originals.

const onDisk = async (): Promise<TestServer> => startTestServer({ ROLE: 'web' })
async function onS3(): Promise<TestServer> {
  const store = await startFauxqs({ port: 0, logger: false })
  onTestFinished(() => store.stop())
  store.createBucket('trailcut')
  return startTestServer({
    ROLE: 'web',
    S3_BUCKET: 'trailcut',
    S3_ENDPOINT: `http://127.0.0.1:${store.port}`,
    S3_ACCESS_KEY_ID: 'test',
    S3_SECRET_ACCESS_KEY: 'test',
    S3_FORCE_PATH_STYLE: '1',
  })
}
const clip = async () => readFile(await makeClip(path.join(await scratchFolder(), 'ride.mp4')))

async function oldVideo(server: TestServer, rider: ApiClient, bytes: Buffer, uploaded: boolean) {
  const { db, objects } = server.deps
  const { video } = await openUpload(rider)
  const key = `originals/${video.id}/source.mp4`
  await objects.put(key, bytes, 'video/mp4')
  const change = { original_key: key, original_type: 'video/mp4' }
  const done = {
    status: 'approved',
    uploaded_at: new Date(),
    stream_id: randomUUID(),
    file_size: bytes.length,
  }
  await db
    .updateTable('videos')
    .set(uploaded ? { ...change, ...done } : change)
    .where('id', '=', video.id)
    .execute()
  return { id: video.id, key }
}

describe.each([
  ['in a folder', onDisk],
  ['in S3', onS3],
])('originals of the previous version, %s', (_, start) => {
  test('are sealed in the background, once', async () => {
    const server = await start()
    const { db, objects } = server.deps
    const rider = await server.person('sam.test@trailcut.example')
    const bytes = await clip()
    const { id, key } = await oldVideo(server, rider, bytes, true)
    // As the migration sets it for what staff had approved.
    const before = { sha256: null, title: 'ride', description: '', tags: [], texts: null, runId: null }
    await setApproval(db, id, before)
    const lost = await oldVideo(server, rider, bytes, true)
    await objects.delete(lost.key)

    expect(await sealOldOriginals(server.deps)).toBe(1)
    const sealed = `originals/${id}/${sha256(bytes)}.mp4`
    expect(await unsafeFind(db, id)).toMatchObject({
      original_key: sealed,
      original_sha256: sha256(bytes),
      status: 'approved',
      approved_as: { ...before, sha256: sha256(bytes) },
    })
    expect(await Array.fromAsync(objects.list(`originals/${id}/`))).toEqual([sealed])
    expect(key).not.toBe(sealed)
    expect(await sealOldOriginals(server.deps)).toBe(0)
    expect(await unsafeFind(db, lost.id)).toMatchObject({ original_key: lost.key, original_sha256: null })
  })

  test('that a killed server had stored but not recorded become videos', async () => {
    const server = await start()
    const { db, objects } = server.deps
    const rider = await server.person('sam.test@trailcut.example')
    const bytes = await clip()
    const { id } = await oldVideo(server, rider, bytes, false)
    const incoming = new Incoming({ dataDir: server.dataDir, maxBytes: 10_000_000, idleMs: 60_000 })
    const recover = () => recoverVideos({ ...server.deps, incoming, requestAnalysis: async () => undefined })
    await recover()
    expect(await unsafeFind(db, id)).toMatchObject({ status: 'processing', original_sha256: sha256(bytes) })
    expect(await Array.fromAsync(objects.list(`originals/${id}/`))).toEqual([
      `originals/${id}/${sha256(bytes)}.mp4`,
    ])
  })
})

test('an unfinished tus upload of the previous version resumes where it stopped', async () => {
  const server = await onDisk()
  const rider = await server.person('sam.test@trailcut.example')
  const bytes = await clip()
  const { video, uploadUrl } = await openUpload(rider)
  const old = path.join(server.dataDir, 'incoming', video.id)
  await writeFile(old, bytes.subarray(0, 50_000))
  await writeFile(
    `${old}.json`,
    JSON.stringify({
      id: video.id,
      size: bytes.length,
      offset: 0,
      metadata: { filename: 'ride.mp4' },
      creation_date: new Date().toISOString(),
    }),
  )
  // An interrupted form left only a file.
  await writeFile(path.join(server.dataDir, 'incoming', randomUUID()), 'half')
  const incoming = new Incoming({ dataDir: server.dataDir, maxBytes: 10_000_000, idleMs: 60_000 })
  await incoming.prepare()
  expect(await incoming.list()).toEqual([video.id])
  expect(await tusOffset(rider, uploadUrl)).toBe(50_000)
  const rest = rawRequest(server.url + uploadUrl, 'PATCH', patchHeaders(50_000, bytes.length - 50_000))
  await rest.write(bytes.subarray(50_000))
  rest.end()
  expect(await rest.answer).toMatchObject({ status: 204 })
  expect(await unsafeFind(server.deps.db, video.id)).toMatchObject({ original_sha256: sha256(bytes) })
})
