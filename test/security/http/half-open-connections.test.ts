import { once } from 'node:events'
import { Agent, get } from 'node:http'
import net from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { api } from '#contract/paths.ts'
import { ownProxies } from '#server/core/http/trust-proxy.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'

const [attacker, visitor] = ['127.0.0.2', '127.0.0.1']
const halves = ['', 'GET /api/app HTTP/1.1\r\nHost: trailcut\r\nX-Half: ']

/** Opens connections one by one that never finish their headers. @returns how many of them are still open */
async function halfOpen(server: TestServer, count: number, from: string): Promise<() => number> {
  const open = new Set<net.Socket>()
  const opened: Promise<unknown>[] = []
  const { port } = new URL(server.url)
  for (let n = 0; n < count; n++) {
    const socket = net.connect({ port: Number(port), host: visitor, localAddress: from })
    open.add(socket)
    // The test expects the server to cut it.
    socket.on('error', () => undefined).once('close', () => open.delete(socket))
    opened.push(once(socket, 'connect').then(() => socket.write(halves[n % halves.length] as string)))
  }
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
  })
  await Promise.all(opened)
  return () => open.size
}

/** A complete request. @returns its status */
const ask = (server: TestServer, from: string, agent = new Agent({ keepAlive: false })) =>
  new Promise<number | undefined>((resolve, reject) => {
    get(`${server.url}/api/app`, { agent, localAddress: from }, response =>
      response.resume().once('end', () => resolve(response.statusCode)),
    ).once('error', reject)
  })

/** Counts the open connections of one address as the server sees them, without those of others. */
function connectionsFrom(server: TestServer, address: string): () => number {
  const open = new Set<net.Socket>()
  server.app.server.on('connection', (socket: net.Socket) => {
    if (socket.remoteAddress !== address) return
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return () => open.size
}

test("500 connections without complete headers are cut down to a network's limit, and no one else's request fails", async () => {
  const limit = 100
  const server = await startTestServer({ ROLE: 'web', CONNECTIONS_PER_NETWORK: String(limit) })
  const connections = connectionsFrom(server, attacker)
  const kept = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => kept.destroy())
  expect(await ask(server, attacker, kept)).toBe(200)
  const [browser] = Object.values(kept.freeSockets).flatMap(sockets => sockets ?? [])
  const open = await halfOpen(server, 500, attacker)
  await expect.poll(open, { timeout: 10_000 }).toBeLessThanOrEqual(limit)
  // The server counts a connection until it has handled its end, which may come after the attacker's.
  await expect.poll(connections, { timeout: 10_000 }).toBeLessThanOrEqual(limit)
  for (const from of [visitor, attacker, visitor, attacker]) expect(await ask(server, from)).toBe(200)
  // Someone behind the same address with an open page keeps the connection.
  expect(await ask(server, attacker, kept)).toBe(200)
  expect(browser?.destroyed).toBe(false)
  expect(Object.values(kept.freeSockets).flatMap(sockets => sockets ?? [])).toEqual([browser])
})

test('connections with a request in progress are not cut', async () => {
  const server = await startTestServer({ ROLE: 'web', CONNECTIONS_PER_NETWORK: '5' })
  const body = JSON.stringify({ email: 'sam.test@trailcut.example' })
  const { host, port } = new URL(server.url)
  const slow = net.connect({ port: Number(port), host: visitor, localAddress: attacker })
  onTestFinished(() => void slow.destroy())
  await once(slow, 'connect')
  slow.write(
    `POST ${api.simpleSignup} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  await once(slow, 'data')
  const open = await halfOpen(server, 20, attacker)
  await expect.poll(open, { timeout: 10_000 }).toBe(5)
  slow.write(body)
  const [answer] = (await once(slow, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200/)
})

test("connections from our own proxies are not limited, because they carry everyone's requests", async () => {
  const server = await startTestServer({
    ROLE: 'web',
    CONNECTIONS_PER_NETWORK: '5',
    TRUST_PROXY: `${attacker}/32`,
  })
  const connections = connectionsFrom(server, attacker)
  const open = await halfOpen(server, 20, attacker)
  expect(await ask(server, attacker)).toBe(200)
  expect(open()).toBe(20)
  expect(connections()).toBeGreaterThanOrEqual(20)
})

test('our own proxy is recognized by its address', () => {
  expect(ownProxies(false)('127.0.0.1')).toBe(false)
  expect(ownProxies(1)('203.0.113.7')).toBe(true)
  const named = ownProxies(['loopback', 'uniquelocal', '203.0.113.0/24', '2001:db8::7'])
  for (const address of ['127.0.0.2', '::1', '::ffff:127.0.0.1', '10.1.2.3', '203.0.113.9', '2001:db8::7'])
    expect([address, named(address)]).toEqual([address, true])
  for (const address of ['169.254.1.1', '203.0.114.1', '::ffff:198.51.100.1', '2001:db8::8'])
    expect([address, named(address)]).toEqual([address, false])
})
