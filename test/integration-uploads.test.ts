import { createHash } from 'node:crypto'
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { api, frameAddress } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { signedIn } from '#test/harness/accounts.ts'
import { ask } from '#test/harness/review.ts'
import type { ApiClient } from '../scripts/lib/api-client.ts'
import { startTestServer, type TestServer } from './harness/server.ts'
import { makeClip, scratchFolder } from './media/make.ts'
import { createTus, openUpload, postForm, tusHeaders, tusOffset } from './security/files/upload-support.ts'

const clip = async (options: Parameters<typeof makeClip>[1] & { name?: string } = {}) =>
  makeClip(path.join(await scratchFolder(), options.name ?? 'ride.mp4'), options)

const filesLeft = async (server: TestServer) =>
  (await readdir(server.dataDir, { recursive: true, withFileTypes: true }))
    .filter(e => e.isFile() && /objects|incoming/.test(e.parentPath))
    .map(e => path.join(path.relative(server.dataDir, e.parentPath), e.name))

const mp4Head = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42'), Buffer.alloc(12)])

const patch = (client: ApiClient, url: string, offset: number, body: Uint8Array) =>
  client.call(url, {
    method: 'PATCH',
    headers: tusHeaders({
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    }),
    body: new Uint8Array(body),
  })

async function video(client: ApiClient, id: string): Promise<Video> {
  return client.json<Video>(api.video(id))
}

describe('an upload', () => {
  test("through the contract's form becomes playable", async () => {
    const server = await startTestServer()
    const rider = await server.person('sam.test@trailcut.example')
    const file = await clip({ seconds: 6 })
    const { video: row, uploadUrl } = await rider.requestUpload(file)
    expect(row).toMatchObject({ status: 'uploading', title: 'ride', category: 'utv', cfReadyToStream: false })
    const bytes = await readFile(file)
    const answer = await postForm(rider, uploadUrl, bytes)
    expect(answer.status).toBe(200)
    const status = await rider.untilPlayable(row.id)
    expect(status).toMatchObject({ status: 'draft', cfProcessingStatus: 'ready' })

    const master = await (await rider.call(api.manifest(status.cfStreamId as string))).text()
    const playlistUrl = new URL(
      master.split('\n').find(l => l && !l.startsWith('#')) as string,
      server.url + api.manifest(status.cfStreamId as string),
    )
    const playlist = await (await rider.call(playlistUrl.href)).text()
    const segment = playlist.split('\n').find(l => l.endsWith('.m4s')) as string
    const body = await (await rider.call(new URL(segment, playlistUrl).href)).arrayBuffer()
    expect(Buffer.from(body).includes('moof')).toBe(true)

    const picture = await rider.call(frameAddress(status.cfStreamId as string, 2.4, 180))
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    expect(
      Buffer.from(await picture.arrayBuffer())
        .subarray(0, 2)
        .toString('hex'),
    ).toBe('ffd8')

    // The original is kept byte for byte.
    const [original] = (await filesLeft(server)).filter(f => f.includes('originals'))
    const kept = await readFile(path.join(server.dataDir, original as string))
    expect(createHash('sha256').update(kept).digest('hex')).toBe(
      createHash('sha256').update(bytes).digest('hex'),
    )
  })

  test('over tus resumes after a broken connection, and a lost last answer can be requested again', async () => {
    const server = await startTestServer()
    const rider = await server.person('sam.test@trailcut.example')
    const bytes = await readFile(await clip())
    const { video: row, uploadUrl } = await openUpload(rider)
    const created = await createTus(rider, uploadUrl, bytes.length)
    expect(created.status).toBe(201)
    expect(created.headers.get('location')).toBe(uploadUrl)
    const half = Math.floor(bytes.length / 2)
    expect((await patch(rider, uploadUrl, 0, bytes.subarray(0, half))).status).toBe(204)
    expect(await tusOffset(rider, uploadUrl)).toBe(half)
    expect((await patch(rider, uploadUrl, half - 1, bytes.subarray(half - 1))).status).toBe(409)
    expect((await patch(rider, uploadUrl, half, bytes.subarray(half))).status).toBe(204)
    expect(await tusOffset(rider, uploadUrl)).toBe(bytes.length)
    expect((await postForm(rider, uploadUrl, bytes)).status).toBe(200)
    expect((await rider.untilPlayable(row.id)).status).toBe('draft')
  })

  /** A rider with the address for a file of these bytes. */
  async function asked(bytes: Uint8Array, more: { fileSize?: number } = { fileSize: bytes.length }) {
    const server = await startTestServer()
    const rider = await server.person('sam.test@trailcut.example')
    const { video: row, uploadUrl } = await rider.post<{ video: Video; uploadUrl: string }>(api.uploadUrl, {
      fileName: 'a.mp4',
      ...more,
    })
    return { rider, row, url: uploadUrl }
  }

  test('needs no creation: its address takes bytes from the start, and says how many there are', async () => {
    const bytes = await readFile(await clip())
    const { rider, row, url } = await asked(bytes)
    const head = await rider.call(url, { method: 'HEAD', headers: tusHeaders() })
    expect([head.status, head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([
      200,
      '0',
      String(bytes.length),
    ])
    expect((await patch(rider, url, 0, bytes.subarray(0, 1000))).status).toBe(204)
    expect(await tusOffset(rider, url)).toBe(1000)
    expect((await patch(rider, url, 1000, bytes.subarray(1000))).status).toBe(204)
    expect((await rider.untilPlayable(row.id)).status).toBe('draft')
  })

  test('keeps what has arrived when it is created again, and refuses another file', async () => {
    const bytes = await readFile(await clip())
    const { rider, row, url } = await asked(bytes)
    expect((await createTus(rider, url, bytes.length)).status).toBe(201)
    expect((await patch(rider, url, 0, bytes.subarray(0, 1000))).status).toBe(204)
    expect((await createTus(rider, url, bytes.length)).status).toBe(201)
    expect(await tusOffset(rider, url)).toBe(1000)
    // With the first bytes once more, as clients that send them with the creation do.
    const again = await rider.call(url, {
      method: 'POST',
      headers: tusHeaders({
        'upload-length': String(bytes.length),
        'content-type': 'application/offset+octet-stream',
      }),
      body: new Uint8Array(bytes.subarray(0, 300)),
    })
    expect([again.status, again.headers.get('upload-offset')]).toEqual([201, '1000'])
    for (const other of [bytes.length + 1, 0]) {
      const refused = await createTus(rider, url, other)
      expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'conflict' }])
    }
    expect((await patch(rider, url, 1000, bytes.subarray(1000))).status).toBe(204)
    expect((await rider.untilPlayable(row.id)).status).toBe('draft')
  })

  test('can come whole with its creation, and by POST alone', async () => {
    const bytes = await readFile(await clip())
    const whole = await asked(bytes, {})
    const created = await whole.rider.call(whole.url, {
      method: 'POST',
      headers: tusHeaders({
        'upload-length': String(bytes.length),
        'content-type': 'application/offset+octet-stream',
      }),
      body: new Uint8Array(bytes),
    })
    expect([created.status, created.headers.get('upload-offset')]).toEqual([201, String(bytes.length)])
    expect((await whole.rider.untilPlayable(whole.row.id)).status).toBe('draft')

    const { rider, row, url } = await asked(bytes)
    const by = (method: string, more: Record<string, string>, body?: Uint8Array) =>
      rider.call(url, {
        method: 'POST',
        headers: tusHeaders({ 'x-http-method-override': method, ...more }),
        ...(body ? { body: new Uint8Array(body) } : {}),
      })
    const sending = (offset: number, part: Uint8Array) =>
      by(
        'PATCH',
        { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        part,
      )
    expect((await sending(0, bytes.subarray(0, 500))).status).toBe(204)
    expect((await by('HEAD', {})).headers.get('upload-offset')).toBe('500')
    expect((await sending(500, bytes.subarray(500))).status).toBe(204)
    expect((await by('HEAD', {})).headers.get('upload-offset')).toBe(String(bytes.length))
    expect((await rider.untilPlayable(row.id)).status).toBe('draft')
  })

  test('of more bytes than announced is refused with that sentence, and keeps those that arrived', async () => {
    const bytes = await readFile(await clip())
    const { rider, url } = await asked(bytes)
    expect((await patch(rider, url, 0, bytes.subarray(0, 1000))).status).toBe(204)
    const refused = await patch(rider, url, 1000, bytes)
    expect(refused.status).toBe(413)
    expect(await refused.json()).toMatchObject({
      message: `This is more than the ${bytes.length} bytes that were announced.`,
    })
    expect(await tusOffset(rider, url)).toBe(1000)
  })

  test('needs only its signed address and no session; a forged address finds nothing', async () => {
    const server = await startTestServer()
    const rider = await server.person('sam.test@trailcut.example')
    const stranger = await server.person()
    const { uploadUrl } = await openUpload(rider)
    expect(
      (
        await createTus(
          stranger,
          uploadUrl.replace(/.$/, c => (c === 'A' ? 'B' : 'A')),
          100,
        )
      ).status,
    ).toBe(404)
    expect((await createTus(stranger, uploadUrl, 100)).status).toBe(201)
  })
})

describe("that isn't a usable video ends in a clear error and leaves nothing behind", () => {
  const text = Buffer.from('I am a text file named .mp4\n'.repeat(100))
  const playlist = (target: string) =>
    Buffer.from(`#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n${target}\n#EXT-X-ENDLIST\n`)
  test.each([
    ['a text file named .mp4', text, 415, 'not_a_video'],
    ['a playlist of /etc/passwd named .mp4', playlist('file:///etc/passwd'), 415, 'not_a_video'],
    ['a playlist of an http address named .mp4', playlist('http://127.0.0.1:9/x.ts'), 415, 'not_a_video'],
    ['a file of 0 bytes', Buffer.alloc(0), 400, 'bad_request'],
    ['a file over the limit', Buffer.concat([mp4Head, Buffer.alloc(1024 * 1024)]), 413, 'too_large'],
  ])('%s', async (_, bytes, status, code) => {
    const server = await startTestServer({ MAX_UPLOAD_MB: '1' })
    const rider = await server.person('sam.test@trailcut.example')
    const byForm = await postForm(rider, (await openUpload(rider)).uploadUrl, bytes)
    expect(byForm.status).toBe(status)
    expect(await byForm.json()).toMatchObject({ code, message: expect.stringMatching(/\.$/) })

    const { uploadUrl } = await openUpload(rider)
    const created = await createTus(rider, uploadUrl, bytes.length)
    const byTus = created.ok ? await patch(rider, uploadUrl, 0, bytes) : created
    expect(byTus.status).toBe(status)
    expect(JSON.parse(await byTus.text())).toMatchObject({ code })

    expect(await filesLeft(server)).toEqual([])
    expect((await rider.json<Video[]>(api.myVideos)).filter(v => v.status !== 'uploading')).toEqual([])
  })

  const broken: [string, () => Promise<string>, RegExp][] = [
    ['a cut-off file with its index at the end', () => cut([]), /missing/],
    ['a cut-off file with its index at the start', () => cut(['-movflags', '+faststart']), /missing/],
    ['a file with sound only', () => clip({ name: 'sound.mp4', extra: ['-map', '-0:v'] }), /no video/],
    [
      'a file of a video container with nothing in it',
      async () => {
        const file = path.join(await scratchFolder(), 'empty.mkv')
        await writeFile(file, Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(4000, 7)]))
        return file
      },
      /damaged/,
    ],
  ]
  test.each(broken)('%s', async (_, make, sentence) => {
    const server = await startTestServer()
    const rider = await server.person('sam.test@trailcut.example')
    const file = await make()
    const { video: row, uploadUrl, size } = await rider.requestUpload(file)
    await rider.sendFile(file, uploadUrl, size)
    await expect(rider.untilPlayable(row.id)).rejects.toThrow(sentence)
    expect(await video(rider, row.id)).toMatchObject({
      status: 'failed',
      cfProcessingStatus: 'error',
      processingError: expect.stringMatching(sentence),
    })
    // The rider has a day to object.
    expect((await filesLeft(server)).filter(name => !name.includes('originals'))).toEqual([])
    const [told] = await rider.json<{ type: string; message: string }[]>(api.notifications)
    expect(told).toMatchObject({ type: 'processing_failed', message: expect.stringMatching(sentence) })
  })

  test('is refused before the first byte when its size exceeds the limit', async () => {
    const server = await startTestServer({ MAX_UPLOAD_MB: '1' })
    const rider = await server.person('sam.test@trailcut.example')
    await expect(rider.post(api.uploadUrl, { fileName: 'a.mp4', fileSize: 2 * 1024 * 1024 })).rejects.toThrow(
      /413/,
    )
    expect(await rider.json(api.myVideos)).toEqual([])
  })
})

async function cut(extra: string[]): Promise<string> {
  const file = await clip({ extra })
  const { length } = await readFile(file)
  await truncate(file, Math.floor(length * 0.8))
  return file
}

test("another rider's video doesn't exist for anyone but staff", async () => {
  const server = await startTestServer({ MODERATOR_EMAILS: '' })
  const owner = await server.person('owner@trailcut.example')
  const other = await server.person('other@trailcut.example')
  const visitor = await server.person()
  const { video: row, uploadUrl } = await owner.requestUpload(await clip())
  expect((await postForm(owner, uploadUrl, await readFile(await clip()))).status).toBe(200)
  const { cfStreamId } = await owner.untilPlayable(row.id)
  const addresses = [
    api.video(row.id),
    api.videoStatus(row.id),
    api.aiStatus(row.id),
    api.aiHighlights(row.id),
  ]
  const streams = [
    api.manifest(cfStreamId as string),
    frameAddress(cfStreamId as string, 1, 180),
    api.embed(cfStreamId as string),
  ]
  for (const address of [...addresses, ...streams])
    expect((await other.call(address)).status, address).toBe(404)
  for (const address of addresses) expect((await visitor.call(address)).status, address).toBe(401)
  for (const address of streams) expect((await visitor.call(address)).status, address).toBe(404)
  for (const [method, address] of [
    ['PATCH', api.video(row.id)],
    ['DELETE', api.video(row.id)],
    ['POST', api.aiAnalyze(row.id)],
    ['POST', api.enhanceMetadata(row.id)],
    ['GET', api.originalFile(row.id)],
  ] as const) {
    const init =
      method === 'PATCH'
        ? { method, body: '{"title":"mine"}', headers: { 'content-type': 'application/json' } }
        : { method }
    expect((await other.call(address, init)).status, address).toBe(404)
  }
  expect((await video(owner, row.id)).title).toBe('ride')
  // Staff see the video, but its file has the rider's private places.
  const staff = await signedIn(server, 'admin@trailcut.example')
  expect((await staff.call(api.video(row.id))).status).toBe(200)
  expect((await staff.call(api.originalFile(row.id))).status).toBe(404)
  const file = await owner.call(api.originalFile(row.id))
  expect(file.headers.get('content-type')).toBe('application/octet-stream')
  expect(Buffer.from(await file.arrayBuffer())).toEqual(await readFile(await clip()))
})

test("a rider can't set server-controlled fields", async () => {
  const server = await startTestServer()
  const rider = await server.person('sam.test@trailcut.example')
  const { video: row } = await rider.post<{ video: Video }>(api.uploadUrl, { fileName: 'a.mp4' })
  const send = (body: object) => ask(rider, 'PATCH', api.video(row.id), body)
  expect((await send({ status: 'published' })).status).toBe(422)
  expect((await send({ views: 10_000, title: 'New title' })).status).toBe(200)
  expect(await video(rider, row.id)).toMatchObject({ status: 'uploading', views: 0, title: 'New title' })
  expect((await send({ status: 'processing', cfProcessingStatus: 'inprogress', fileSize: 5 })).status).toBe(
    200,
  )
  expect((await video(rider, row.id)).status).toBe('processing')
})

test('deleting a video cancels its jobs and leaves no file', async () => {
  const server = await startTestServer()
  const rider = await server.person('sam.test@trailcut.example')
  const file = await clip({ seconds: 20, size: '1280x720' })
  const { video: row, uploadUrl, size } = await rider.requestUpload(file)
  await rider.sendFile(file, uploadUrl, size)
  await rider.untilPlayable(row.id)
  expect((await rider.call(api.video(row.id), { method: 'DELETE' })).status).toBe(200)
  expect(await rider.json(api.myVideos)).toEqual([])
  await server.untilIdle()
  expect(await filesLeft(server)).toEqual([])
})
