import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { truncate } from 'node:fs/promises'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { FolderStore } from '#server/core/objects/folder.ts'
import type { ObjectStore } from '#server/core/objects/store.ts'
import { bucketAt, startBuckets } from '#test/harness/bucket.ts'
import { startProxy } from '#test/harness/proxy.ts'
import { scratchFolder } from '#test/media/make.ts'
import { sendObject } from './send-object.ts'

const megabyte = 1024 * 1024
const tag = '"these bytes"'

/** A server that sends a store's objects. @returns its port */
async function send(store: ObjectStore): Promise<number> {
  const app = Fastify()
  app.get<{ Params: { n: string } }>('/:n', (request, reply) =>
    sendObject(request, reply.header('etag', tag), store, `file/${request.params.n}`, 'video/mp4'),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  return (app.server.address() as AddressInfo).port
}

/** A server that sends what is stored. */
async function serve(...sizes: number[]) {
  const folder = await scratchFolder()
  const store = new FolderStore(folder)
  const files = sizes.map(size => randomBytes(size))
  for (const [n, bytes] of files.entries()) await store.put(`file/${n}`, bytes)
  const port = await send(store)
  return { files, folder, store, port, url: (n = 0) => `http://127.0.0.1:${port}/${n}` }
}

/** How many files of a folder this process has open. */
const openIn = (folder: string) =>
  readdirSync('/proc/self/fd').filter(fd => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder)
    } catch {
      // It was closed meanwhile, or is the list itself.
      return false
    }
  }).length

/** An answer of which nothing is read yet. */
async function paused(url: string) {
  const request = http.get(url, { agent: false })
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  return answer.pause()
}

test('sends an object whole, in ranges, and only its headers', async () => {
  const { files, folder, url } = await serve(3 * megabyte)
  const bytes = files[0] as Buffer
  const size = bytes.length
  const cases: [headers: Record<string, string>, status: number, start: number, end: number][] = [
    [{}, 200, 0, size - 1],
    [{ range: 'bytes=0-0' }, 206, 0, 0],
    [{ range: 'bytes=1000000-2000000' }, 206, 1_000_000, 2_000_000],
    [{ range: 'bytes=2000000-' }, 206, 2_000_000, size - 1],
    [{ range: 'bytes=2000000-99999999' }, 206, 2_000_000, size - 1],
    [{ range: 'bytes=-700000' }, 206, size - 700_000, size - 1],
    [{ range: 'bytes=5-9', 'if-range': tag }, 206, 5, 9],
    [{ range: 'bytes=5-9', 'if-range': '"others"' }, 200, 0, size - 1],
    [{ range: 'bytes=0-1,5-9' }, 200, 0, size - 1],
  ]
  for (const [headers, status, start, end] of cases)
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(url(), { method, headers })
      const what = `${method} ${JSON.stringify(headers)}`
      const sent = Buffer.from(await answer.arrayBuffer())
      expect(answer.status, what).toBe(status)
      expect(answer.headers.get('content-length'), what).toBe(String(end - start + 1))
      const range = status === 206 ? `bytes ${start}-${end}/${size}` : null
      expect(answer.headers.get('content-range'), what).toBe(range)
      expect(sent.equals(method === 'GET' ? bytes.subarray(start, end + 1) : Buffer.alloc(0)), what).toBe(
        true,
      )
    }
  const beyond = await fetch(url(), { headers: { range: `bytes=${size}-` } })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
  expect((await fetch(url(7))).status).toBe(404)
  await expect.poll(() => openIn(folder)).toBe(0)
})

test('sends an empty object', async () => {
  const { url } = await serve(0)
  const answer = await fetch(url())
  expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '0', ''])
})

test('sends as many bytes as it says while the object is replaced', async () => {
  const { files, store } = await serve(200_000)
  const object = await store.open('file/0')
  await store.put('file/0', randomBytes(300_000))
  const body = await object?.body()
  if (!object || !body) throw new Error('The object is gone')
  expect(object.size).toBe(200_000)
  expect((await buffer(body)).equals(files[0] as Buffer)).toBe(true)
})

test('mixes no bytes of many simultaneous answers, some of them slow', async () => {
  const { files, folder, url } = await serve(5 * megabyte + 1, 3 * megabyte, 300_000, 10)
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const digests = files.map(digest)
  const slow = await Promise.all(Array.from({ length: 10 }, (_, i) => paused(url(i % files.length))))
  await Promise.all(
    Array.from({ length: 80 }, async (_, i) => {
      const answer = await fetch(url(i % files.length))
      expect(digest(Buffer.from(await answer.arrayBuffer()))).toBe(digests[i % files.length])
    }),
  )
  for (const [i, answer] of slow.entries())
    expect(digest(await buffer(answer))).toBe(digests[i % files.length])
  await expect.poll(() => openIn(folder)).toBe(0)
})

test('holds little memory for clients that do not read, and nothing once they are gone', async () => {
  const { folder, url } = await serve(20 * megabyte)
  const before = process.memoryUsage().arrayBuffers
  const clients = await Promise.all(Array.from({ length: 150 }, () => paused(url())))
  await expect.poll(() => openIn(folder)).toBe(150)
  // What 150 clients would hold at 512 kB each is 75 MB, besides what this process has received for them.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50 * megabyte)
  for (const client of clients) client.destroy()
  await expect.poll(() => openIn(folder)).toBe(0)
  // The next ones are served as before.
  expect((await (await fetch(url())).arrayBuffer()).byteLength).toBe(20 * megabyte)
})

test('closes the files of requests that were sent ahead on a connection that broke', async () => {
  const { folder, port } = await serve(20 * megabyte)
  const socket = net.connect(port, '127.0.0.1').pause()
  await once(socket, 'connect')
  socket.write('GET /0 HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3))
  await expect.poll(() => openIn(folder)).toBeGreaterThan(0)
  socket.destroy()
  await expect.poll(() => openIn(folder)).toBe(0)
})

test.each([
  ['for the first time', 0],
  ['again', 1],
])('cuts the connection when a file that is sent %s becomes shorter than announced', async (_, before) => {
  const { folder, url } = await serve(20 * megabyte)
  for (let i = 0; i < before; i++) await (await fetch(url())).arrayBuffer()
  const answer = await paused(url())
  await truncate(path.join(folder, 'file/0'), 1000)
  await expect(buffer(answer)).rejects.toThrow(/aborted/)
  await expect.poll(() => openIn(folder)).toBe(0)
})

test('sends nothing of an object that was deleted or replaced a moment after it was sent', async () => {
  const { store, url } = await serve(100_000)
  const read = async () => (await (await fetch(url())).arrayBuffer()).byteLength
  expect([await read(), await read()]).toEqual([100_000, 100_000])
  await store.put('file/0', randomBytes(200_000))
  expect(await read()).toBe(200_000)
  await store.delete('file/0')
  expect((await fetch(url())).status).toBe(404)
})

test('sends a list whole that is written again while it is fetched from a bucket', async () => {
  const { port, url } = await startBuckets('trailcut')
  const [before, after] = ['#EXTM3U\n1\n', '#EXTM3U\n1\n2\n']
  const bucket = bucketAt(url, 'trailcut')
  await bucket.put('file/list', before, 'text/plain')
  const front = await startProxy(port)
  onTestFinished(() => front.stop())
  // Its size is known, its bytes aren't yet.
  front.before = async ({ method }) => {
    if (method === 'GET') await bucket.put('file/list', after, 'text/plain')
  }
  const answer = await fetch(`http://127.0.0.1:${await send(bucketAt(front.url, 'trailcut'))}/list`)
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(after.length)])
  expect(await answer.text()).toBe(after)
})
