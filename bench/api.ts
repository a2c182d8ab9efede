/**
 * What the API costs beside a bare Fastify with the same SQL on the same database: the calls that pages make most, in
 * requests a second with 1 and 20 clients, p50, p99 and processor time of the server per request. Both take turns.
 *   node bench/api.ts [--seconds 2] [--rounds 3] [--only user] [--flame FILE]
 * The SQL of a call is what the product sent for it, recorded once. The bare server sends the same statements one after
 * another, without checking anything, and answers with the same JSON. With --flame nothing is compared: where the
 * server's time goes under 20 clients is written as text.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import Fastify from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { api } from '#contract/paths.ts'
import { startEmbedded } from '#server/core/db/embedded.ts'
import { migrate } from '#server/core/db/migrate.ts'
import { freePort } from '#server/core/free-port.ts'
import { readConfig } from '#server/core/settings/config.ts'
import { startServer } from '#server/server.ts'
import { signInAtProvider } from '#test/harness/accounts.ts'
import { startServerProcess } from '#test/harness/server-process.ts'
import { ApiClient } from '../scripts/lib/api-client.ts'
import { seedScale, userId } from '../scripts/seed-scale.ts'
import { cpuOf } from './cpu.ts'
import { profiled, writeFlame } from './flame.ts'
import { keepFigures } from './keep.ts'

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    bare: { type: 'string' },
    flame: { type: 'string' },
  },
})

interface Statement {
  text: string
  values: unknown[]
}
/** A call, and what the product did for it. */
interface Recorded {
  name: string
  address: string
  statements: Statement[]
  answer: unknown
}

/** The reference: Fastify with nothing but these statements. */
async function serveBare(file: string): Promise<void> {
  const { databaseUrl, port, calls } = JSON.parse(readFileSync(file, 'utf8')) as {
    databaseUrl: string
    port: number
    calls: Recorded[]
  }
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 })
  const app = Fastify()
  for (const { address, statements, answer } of calls)
    app.get(new URL(address, 'http://bare').pathname, async () => {
      for (const { text, values } of statements) await pool.query(text, values)
      return answer
    })
  await app.listen({ port, host: '127.0.0.1' })
  process.send?.('ready')
}

/** The statements that the product sends for each call, and its answers. */
async function record(databaseUrl: string, email: string, dataDir: string): Promise<Recorded[]> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const given = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    PUBLIC_URL: url,
    ROLE: 'web',
  }
  const server = await startServer(readConfig({ ...given, LOG_LEVEL: 'error' }), pino({ level: 'error' }))
  const send = pg.Client.prototype.query
  let sent: Statement[] = []
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [asked, values] = args as [string | { text: string; values?: unknown[] }, unknown[]?]
    if (typeof asked === 'string') sent.push({ text: asked, values: Array.isArray(values) ? values : [] })
    else if (asked && 'text' in asked) sent.push({ text: asked.text, values: asked.values ?? [] })
    return (send as (...all: unknown[]) => unknown).apply(this, args)
  } as typeof send
  try {
    const client = new ApiClient(server.url)
    await signInAtProvider(client, { email })
    const [video] = await client.json<{ id: string }[]>(api.myVideos)
    const id = video?.id ?? ''
    const calls = {
      user: api.user,
      'my videos': api.myVideos,
      notifications: api.notifications,
      video: api.video(id),
      'its analysis': api.aiStatus(id),
      earnings: `${api.earningsReport}?startDate=2026-01-01&endDate=2026-12-31`,
      transactions: api.transactions,
      payouts: api.payoutSummary,
      plan: api.subscriptionStatus,
      healthz: '/healthz',
    }
    const recorded: Recorded[] = []
    for (const [name, address] of Object.entries(calls)) {
      const tries: Recorded[] = []
      for (let i = 0; i < 3; i++) {
        sent = []
        const answer = await client.json(address)
        tries.push({ name, address, statements: sent, answer })
      }
      // What the server does on the side now and then isn't part of the call.
      tries.sort((a, b) => a.statements.length - b.statements.length)
      recorded.push(tries[0] as Recorded)
    }
    return recorded
  } finally {
    pg.Client.prototype.query = send
    await server.close()
  }
}

interface Load {
  perSecond: number
  p50: number
  p99: number
  /** ms of processor time of the server per answer */
  cpu: number
}

/** Asks from so many clients at once for some milliseconds. */
async function load(
  url: URL,
  cookie: string,
  { pid, clients, ms }: { pid: number; clients: number; ms: number },
): Promise<Load> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients })
  const ask = () =>
    new Promise<number>((resolve, reject) => {
      const start = performance.now()
      http
        .get(url, { agent, headers: { cookie } }, answer => {
          if (answer.statusCode !== 200) reject(new Error(`${answer.statusCode} from ${url}`))
          answer.resume().once('end', () => resolve(performance.now() - start))
        })
        .once('error', reject)
    })
  const times: number[] = []
  const during = async (span: number, kept: number[] | null) => {
    const end = performance.now() + span
    await Promise.all(
      Array.from({ length: clients }, async () => {
        do {
          const took = await ask()
          kept?.push(took)
        } while (performance.now() < end)
      }),
    )
  }
  await during(ms / 4, null)
  const [before, begun] = [cpuOf(pid).own, performance.now()]
  await during(ms, times)
  const seconds = (performance.now() - begun) / 1000
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return {
    perSecond: times.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    cpu: (cpuOf(pid).own - before) / times.length,
  }
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function compare(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-bench-'))
  const database = await startEmbedded({ folder: path.join(folder, 'postgres') })
  let bare: ChildProcess | undefined
  let product: Awaited<ReturnType<typeof startServerProcess>> | undefined
  try {
    const databaseUrl = database.url('postgres')
    await migrate(databaseUrl)
    await seedScale(databaseUrl, { users: 1000, videos: 20_000, notifications: 20_000 })
    const db = new pg.Client({ connectionString: databaseUrl })
    await db.connect()
    const { rows } = await db.query(`select email from users where id = ${userId(40)}`)
    await db.end()
    const email = String(rows[0]?.email)
    const calls = (await record(databaseUrl, email, path.join(folder, 'recording'))).filter(
      ({ name }) => !options.only || name === options.only,
    )
    const profiles = path.join(folder, 'profiles')
    product = await startServerProcess({
      dataDir: path.join(folder, 'product'),
      env: {
        DATABASE_URL: databaseUrl,
        ROLE: 'web',
        LOG_LEVEL: 'info',
        ...(options.flame ? profiled(profiles) : {}),
      },
      onLine: () => {},
    })
    const client = new ApiClient(product.url)
    await signInAtProvider(client, { email })
    const cookie = client.cookieHeader
    const ms = Number(options.seconds) * 1000
    if (options.flame) {
      for (const { address } of calls)
        await load(new URL(address, product.url), cookie, { pid: product.process.pid ?? 0, clients: 20, ms })
      await product.stop()
      await writeFlame(profiles, options.flame, 'The ten most called routes under 20 clients, with the start')
      return
    }
    const port = await freePort()
    const file = path.join(folder, 'bare.json')
    await writeFile(file, JSON.stringify({ databaseUrl, port, calls }))
    bare = spawn(process.execPath, [...process.execArgv, import.meta.filename, '--bare', file], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    await once(bare, 'message')
    console.log(
      'call            clients  statements    per second      bare   ratio     p50     p99   CPU   bare',
    )
    const ratios: number[] = []
    for (const { name, address, statements } of calls)
      for (const clients of [1, 20]) {
        const rounds: { ours: Load; theirs: Load }[] = []
        for (let round = 0; round < Number(options.rounds); round++) {
          const at = (server: string, pid = 0) => load(new URL(address, server), cookie, { pid, clients, ms })
          const theirs = await at(`http://127.0.0.1:${port}`, bare.pid)
          rounds.push({ theirs, ours: await at(product.url, product.process.pid) })
        }
        const of = (pick: (round: { ours: Load; theirs: Load }) => number) => middle(rounds.map(pick))
        const ratio = of(({ ours, theirs }) => ours.perSecond / theirs.perSecond)
        if (clients === 20) ratios.push(ratio)
        console.log(
          [
            name.padEnd(14),
            String(clients).padStart(9),
            String(statements.length).padStart(12),
            of(({ ours }) => ours.perSecond)
              .toFixed(0)
              .padStart(14),
            of(({ theirs }) => theirs.perSecond)
              .toFixed(0)
              .padStart(10),
            ratio.toFixed(2).padStart(8),
            of(({ ours }) => ours.p50)
              .toFixed(1)
              .padStart(8),
            of(({ ours }) => ours.p99)
              .toFixed(1)
              .padStart(8),
            of(({ ours }) => ours.cpu)
              .toFixed(2)
              .padStart(6),
            of(({ theirs }) => theirs.cpu)
              .toFixed(2)
              .padStart(7),
          ].join(''),
        )
      }
    if (!options.only)
      await keepFigures('api', {
        leastRatio: Number(Math.min(...ratios).toFixed(2)),
        middleRatio: Number(middle(ratios).toFixed(2)),
      })
  } finally {
    bare?.kill()
    await product?.stop()
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

if (options.bare) await serveBare(options.bare)
else await compare()
