import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/core/settings/config.ts'
import { hasNginx, startNginx } from '#test/harness/nginx.ts'
import { startTestServer } from '#test/harness/server.ts'
import { addStream } from '#test/harness/stream.ts'

const size = 1_000_000

test('asks the proxy to send a file, once it is clear that the person may have it', async () => {
  for (const [mediaOffload, header, folder] of [
    ['accel', 'x-accel-redirect', '/objects'],
    ['sendfile', 'x-sendfile', null],
  ] as const) {
    const server = await startTestServer({ MEDIA_OFFLOAD: mediaOffload })
    const { db, objects } = server.deps
    const { segments, videoId } = await addStream(db, objects, [size])
    const [segment] = segments
    if (!segment) throw new Error('There is no segment')
    const ask = () => fetch(server.url + segment.address, { headers: { range: 'bytes=0-9' } })
    const answer = await ask()
    expect(answer.status).toBe(200)
    expect(answer.headers.get(header)).toBe(
      `${folder ?? path.join(server.dataDir, 'objects')}/${segment.key}`,
    )
    expect(answer.headers.get('content-type')).toBe('video/mp4')
    expect(await answer.text()).toBe('')
    await objects.delete(segment.key)
    expect((await ask()).status).toBe(404)
    await db.updateTable('videos').set({ hidden_at: new Date() }).where('id', '=', videoId).execute()
    await expect
      .poll(async () => ((await (await ask()).json()) as { message: string }).message)
      .toMatch(/stream/i)
    expect((await ask()).headers.get(header)).toBeNull()
  }
})

test('is refused with a store that no proxy can read', () => {
  expect(() => readConfig({ MEDIA_OFFLOAD: 'accel', S3_BUCKET: 'trailcut' })).toThrow('MEDIA_OFFLOAD')
})

test.runIf(hasNginx)('nginx sends files as the guide sets it up', async () => {
  const server = await startTestServer({ MEDIA_OFFLOAD: 'accel' })
  const { db, objects } = server.deps
  const { segments, videoId } = await addStream(db, objects, [size])
  const [segment] = segments
  if (!segment) throw new Error('There is no segment')
  const guide = readFileSync(path.resolve(import.meta.dirname, '../docs/guides/self-hosting.md'), 'utf8')
  const site = (/```nginx\n([^`]*)```/.exec(guide)?.[1] ?? '')
    .replace('http://127.0.0.1:3000', server.url)
    .replace('/srv/trailcut/data', server.dataDir)
  const nginx = await startNginx(site)
  onTestFinished(() => nginx.close())

  const ask = (headers: Record<string, string> = {}, method = 'GET') =>
    fetch(nginx.url + segment.address, { method, headers })
  const whole = await ask()
  expect(whole.status).toBe(200)
  expect(Buffer.from(await whole.arrayBuffer()).equals(segment.bytes)).toBe(true)
  const direct = await fetch(server.url + segment.address)
  for (const name of [
    'content-type',
    'cache-control',
    'x-content-type-options',
    'cross-origin-resource-policy',
    'referrer-policy',
  ]) {
    expect(direct.headers.get(name), name).not.toBeNull()
    expect(whole.headers.get(name), name).toBe(direct.headers.get(name))
  }
  expect(whole.headers.get('x-accel-redirect')).toBeNull()

  const tag = whole.headers.get('etag') ?? ''
  const range = 'bytes=5-9'
  const part = await ask({ range, 'if-range': tag })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 5-9/${size}`])
  expect(Buffer.from(await part.arrayBuffer()).equals(segment.bytes.subarray(5, 10))).toBe(true)
  const head = await ask({}, 'HEAD')
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)])
  expect((await ask({ 'if-none-match': tag })).status).toBe(304)

  // Nobody but the server says what nginx may send, and it says so each time.
  expect((await fetch(`${nginx.url}/objects/${segment.key}`)).status).toBe(404)
  await db.updateTable('videos').set({ hidden_at: new Date() }).where('id', '=', videoId).execute()
  await expect.poll(async () => (await ask({ 'if-none-match': tag })).status).toBe(404)
})
