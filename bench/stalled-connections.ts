/**
 * 500 connections from one address (127.0.0.2) that send nothing, half a header or half a body, and their
 * effect on another address's requests (127.0.0.1): p95 with and without them, in pairs, so that a busy
 * machine affects both. A connection cut by the server is reopened at once. They stay below a network's limit
 * (CONNECTIONS_PER_NETWORK); beyond it, each reopened one costs an accept on the machine that also measures.
 *   node bench/stalled-connections.ts
 */
import { Agent, request } from 'node:http'
import net from 'node:net'
import { startServerProcess } from '#test/harness/server-process.ts'

const stalled = 500
const pairs = 20
const requests = 200
const warmUp = 400
const limit = 1.2
const [attacker, visitor] = ['127.0.0.2', '127.0.0.1']

const halves = [
  '',
  'GET /api/app HTTP/1.1\r\nHost: trailcut\r\nX-Half: ',
  'POST /api/auth/simple-signup HTTP/1.1\r\nHost: trailcut\r\nContent-Type: application/json\r\nContent-Length: 200000\r\n\r\n{"email":"',
]

/** Keeps the stalled connections open until it is closed. */
async function stall(port: number): Promise<{ close: () => void }> {
  const open = new Set<net.Socket>()
  let over = false
  const connect = (half: string) =>
    new Promise<void>((resolve, reject) => {
      const socket = net.connect({ port, host: '127.0.0.1', localAddress: attacker })
      open.add(socket)
      socket.once('connect', () => {
        socket.write(half)
        socket.resume()
        resolve()
      })
      socket.on('error', reject)
      socket.once('close', () => {
        open.delete(socket)
        if (over) return
        connect(half).catch(error => console.error(`a stalled connection could not be opened: ${error}`))
      })
    })
  await Promise.all(Array.from({ length: stalled }, (_, n) => connect(halves[n % halves.length] as string)))
  return {
    close() {
      over = true
      for (const socket of open) socket.destroy()
    },
  }
}

/** Milliseconds until the complete answer has arrived. */
const timeOf = (url: string, agent: Agent) =>
  new Promise<number>((resolve, reject) => {
    const begun = performance.now()
    request(url, { agent, localAddress: visitor }, response => {
      if ((response.statusCode ?? 500) >= 500) reject(new Error(`${response.statusCode} from ${url}`))
      response.resume().once('end', () => resolve(performance.now() - begun))
    })
      .once('error', reject)
      .end()
  })

/** Requests one after another: half on a kept-alive connection, half on new ones. Milliseconds each. */
async function timesOf(url: string, count: number): Promise<number[]> {
  const kept = new Agent({ keepAlive: true, maxSockets: 1 })
  const fresh = new Agent({ keepAlive: false })
  const times: number[] = []
  for (let n = 0; n < count; n++)
    times.push(await timeOf(`${url}${n % 4 < 2 ? '/api/app' : '/readyz'}`, n % 2 ? kept : fresh))
  kept.destroy()
  return times
}

const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] as number

const server = await startServerProcess({ env: { ROLE: 'web', LOG_LEVEL: 'error' } })
try {
  await timesOf(server.url, warmUp)
  const all = { without: [] as number[], with: [] as number[] }
  for (let pair = 1; pair <= pairs; pair++) {
    const measured = { without: 0, with: 0 }
    // Alternating, so that neither is always the warmer one.
    for (const kind of pair % 2 ? (['without', 'with'] as const) : (['with', 'without'] as const)) {
      const crowd = kind === 'with' ? await stall(Number(new URL(server.url).port)) : null
      const times = await timesOf(server.url, requests)
      crowd?.close()
      measured[kind] = p95(times)
      all[kind].push(...times)
    }
    console.log(
      `pair ${pair}: p95 ${measured.without.toFixed(2)} ms alone, ${measured.with.toFixed(2)} ms beside ${stalled} stalled connections`,
    )
  }
  const result = p95(all.with) / p95(all.without)
  console.log(
    `all pairs: p95 ${p95(all.without).toFixed(2)} ms alone, ${p95(all.with).toFixed(2)} ms beside ${stalled} stalled connections from one address: × ${result.toFixed(2)} (limit ${limit})`,
  )
  if (result > limit) process.exitCode = 1
} finally {
  await server.stop()
}
