import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { call, NoAnswerError, sendStream } from './http.ts'

async function platform(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/upload?id=1`
}
const never = new AbortController().signal
const megabyte = Buffer.alloc(1024 * 1024, 'm')
const endless = () =>
  Readable.from(
    (function* () {
      for (;;) yield megabyte
    })(),
  )
const base = { method: 'PUT', headers: { offset: '7' }, signal: never } as const

test('sends a stream with its length and reports progress', async () => {
  const url = await platform(async (request, response) => {
    const { method, headers } = request
    const length = (await text(request)).length
    response.setHeader('x-twice', ['a', 'b'])
    response.end(JSON.stringify({ method, url: request.url, headers, length }))
  })
  const progress: number[] = []
  const body = Readable.from([Buffer.from('mud '), Buffer.from('day')])
  const answer = await sendStream(url, { ...base, body, length: 7, onBytes: sent => progress.push(sent) })
  expect(JSON.parse(answer?.text ?? '')).toMatchObject({
    method: 'PUT',
    url: '/upload?id=1',
    headers: { 'content-length': '7', offset: '7' },
    length: 7,
  })
  expect(answer).toMatchObject({ status: 200, headers: { 'x-twice': 'a, b' } })
  expect(progress).toEqual([4, 7])
})

test('an early answer counts and ends the upload', async () => {
  const url = await platform((_request, response) => response.writeHead(403).end('No'))
  const body = endless()
  const answer = await sendStream(url, { ...base, body, length: 1024 ** 4 })
  expect(answer).toMatchObject({ status: 403, text: 'No' })
  expect(body.destroyed).toBe(true)
})

test.each([
  ['platform that never answers', () => Readable.from([Buffer.from('mud')])],
  ['source that stalls', () => new Readable({ read() {} })],
])('a %s is aborted when no bytes move', async (_who, source) => {
  const url = await platform(request => request.resume())
  const body = source()
  expect(await sendStream(url, { ...base, body, length: 3, quietMs: 50 })).toBeNull()
  expect(body.destroyed).toBe(true)
})

test('a cut connection and a failing source give no answer', async () => {
  const cutting = await platform(request => request.once('data', () => request.socket.destroy()))
  expect(await sendStream(cutting, { ...base, body: endless(), length: 1024 ** 4 })).toBeNull()
  const body = new Readable({
    read() {
      this.destroy(new Error('The store is gone'))
    },
  })
  const waiting = await platform(request => request.resume())
  expect(await sendStream(waiting, { ...base, body, length: 3 })).toBeNull()
  await expect(call(cutting, { method: 'POST', body: 'mud' })).rejects.toThrow(NoAnswerError)
})

test('aborted work fails with the abort reason', async () => {
  const stop = new AbortController()
  const url = await platform(request => request.once('data', () => stop.abort(new Error('Shutting down'))))
  const given = { ...base, body: endless(), length: 1024 ** 4, signal: stop.signal }
  await expect(sendStream(url, given)).rejects.toThrow('Shutting down')
  await expect(call(url, { method: 'GET', signal: stop.signal })).rejects.toThrow('Shutting down')
})

test('a redirect is returned as an answer and not followed', async () => {
  const elsewhere = await platform(() => expect.unreachable())
  const url = await platform((_request, response) => response.writeHead(307, { location: elsewhere }).end())
  expect(await call(url, { method: 'POST', body: 'secret' })).toMatchObject({ status: 307 })
  const body = Readable.from([Buffer.from('mud')])
  expect(await sendStream(url, { ...base, body, length: 3 })).toMatchObject({ status: 307 })
})

test('a call without a complete answer in time has no answer', async () => {
  const url = await platform((_request, response) => void response.write('{"half'))
  await expect(call(url, { method: 'GET', timeoutMs: 50 })).rejects.toThrow(NoAnswerError)
})
