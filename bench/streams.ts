/**
 * What an idle event stream costs: the resident memory of one web process before and after so many streams are open, each
 * a connection of its own, and after they have been idle for a while.
 *   node bench/streams.ts [--streams 1000] [--idle 60]
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { api } from '#contract/paths.ts'
import { startServerProcess } from '#test/harness/server-process.ts'
import { ApiClient } from '../scripts/lib/api-client.ts'
import { keepFigures } from './keep.ts'

const { values: options } = parseArgs({
  options: { streams: { type: 'string', default: '1000' }, idle: { type: 'string', default: '60' } },
})
const wanted = Number(options.streams)
/** People share them, because each has to sign up. */
const people = 20

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'trailcut-streams-'))
const server = await startServerProcess({
  dataDir,
  env: {
    ...{ TRUST_PROXY: '1', STREAMS_PER_PERSON: String(wanted), STREAMS_PER_NETWORK: String(wanted) },
    ...{ OPEN_REQUESTS_PER_PERSON: String(wanted), OPEN_REQUESTS_PER_NETWORK: String(wanted * 2) },
  },
})
const open: http.ClientRequest[] = []
try {
  const cookies: string[] = []
  for (let n = 0; n < people; n++) {
    const client = new ApiClient(server.url)
    const body = JSON.stringify({ email: `streams.${n}@trailcut.example`, displayName: `Rider ${n}` })
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.2.0.${n}` }
    const { status } = await client.call(api.simpleSignup, { method: 'POST', body, headers })
    if (status !== 200 && status !== 201) throw new Error(`${status} for a sign-up`)
    cookies.push(client.cookieHeader)
  }
  // A stream before the first reading, so that code that is loaded once doesn't count.
  const openStream = async (n: number) => {
    const request = http.get(new URL(api.notificationStream, server.url), {
      agent: false,
      headers: { cookie: cookies[n % people], 'x-forwarded-for': `10.3.${n >> 8}.${n & 255}` },
    })
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} for stream ${n}`)
    answer.resume()
    request.on('error', () => undefined)
    open.push(request)
  }
  await openStream(0)
  await pause(5000)
  const megabytes = async () => Math.round((await server.residentBytes()) / 1e6)
  const before = await megabytes()
  const begun = performance.now()
  for (let n = 1; n < wanted; n += 50)
    await Promise.all(Array.from({ length: Math.min(50, wanted - n) }, (_, i) => openStream(n + i)))
  const seconds = (performance.now() - begun) / 1000
  const opened = await megabytes()
  await pause(Number(options.idle) * 1000)
  const idle = await megabytes()
  console.log(
    `${open.length} streams opened in ${seconds.toFixed(1)} s: ${before} MB before, ${opened} MB with them, ${idle} MB after ${options.idle} s: ${idle - before} MB more (goal 150)`,
  )
  await keepFigures('streams', { streams: open.length, before, opened, idle, added: idle - before })
} finally {
  for (const request of open) request.destroy()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
