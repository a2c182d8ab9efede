import { once } from 'node:events'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { api } from '#contract/paths.ts'
import { isPassing, openDatabase, type Queryable } from '#server/core/db/database.ts'
import { startEmbedded } from '#server/core/db/embedded.ts'
import { onSlowCalls, SlowInTransactionError, slowCalls } from '#server/core/db/slow-calls.ts'
import { freePort } from '#server/core/free-port.ts'
import { FolderStore } from '#server/core/objects/folder.ts'
import { scratchFolder } from '#test/media/make.ts'
import { ApiClient } from '../scripts/lib/api-client.ts'
import { cloneDatabase } from './harness/database.ts'
import { beginTransaction, lockWaiters } from './harness/locks.ts'
import { inPrivateNetwork } from './harness/machines.ts'
import { silentStripe } from './harness/money.ts'
import { startTestServer } from './harness/server.ts'
import { type ServerProcess, startServerProcess } from './harness/server-process.ts'

const pidOf = async (db: Queryable) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid as number

function opened(url: string, limits: Parameters<typeof openDatabase>[2]) {
  const lost: Error[] = []
  const db = openDatabase(url, error => lost.push(error), limits)
  onTestFinished(() => db.destroy())
  return { db, lost }
}

/** Open transactions on this many connections. @returns what ends them */
async function occupy({ db }: Pick<ReturnType<typeof opened>, 'db'>, connections: number) {
  const open = await Promise.all(Array.from({ length: connections }, () => beginTransaction(db, pidOf)))
  return () => Promise.all(open.map(end => end()))
}

test('a connection that ends in an open transaction fails that transaction and nothing else', async () => {
  const url = await cloneDatabase()
  const { db, lost } = opened(url, { max: 2 })
  const other = opened(url, { max: 1 })
  const begun = Promise.withResolvers<number>()
  const broken = db.transaction().execute(async tx => {
    begun.resolve(await pidOf(tx))
    await expect.poll(() => lost.length).toBeGreaterThan(0)
    await pidOf(tx)
  })
  const failed = broken.catch((error: unknown) => error)
  await sql`select pg_terminate_backend(${await begun.promise})`.execute(other.db)
  expect(isPassing(await failed)).toBe(true)
  expect(await pidOf(db)).toBeGreaterThan(0)
})

test('of two transactions that wait for each other, one fails in a way that passes, and the other ends', async () => {
  const { db } = opened(await cloneDatabase(), { max: 2 })
  const lock = (tx: Queryable, key: number) => sql`select pg_advisory_xact_lock(${key})`.execute(tx)
  const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ends = await Promise.allSettled(
    both.map((mine, n) =>
      db.transaction().execute(async tx => {
        await lock(tx, n)
        mine.resolve()
        await Promise.all(both.map(({ promise }) => promise))
        await lock(tx, 1 - n)
      }),
    ),
  )
  const failed = ends.flatMap(end => (end.status === 'rejected' ? [end.reason as unknown] : []))
  expect(failed).toMatchObject([{ code: '40P01' }])
  expect(isPassing(failed[0])).toBe(true)
})

test('statements, pauses in a transaction and the wait for a connection have an end', async () => {
  const url = await cloneDatabase()
  const slow = opened(url, { max: 1, statementMs: 50 })
  const error = await sql`select pg_sleep(60)`.execute(slow.db).catch((cause: unknown) => cause)
  expect(error).toMatchObject({ code: '57014' })
  expect(isPassing(error)).toBe(true)

  const idle = opened(url, { max: 1, idleTransactionMs: 50 })
  const broken = idle.db.transaction().execute(async tx => {
    await pidOf(tx)
    await expect.poll(() => idle.lost.length).toBeGreaterThan(0)
  })
  expect(isPassing(await broken.catch((cause: unknown) => cause))).toBe(true)

  const small = opened(url, { max: 1, waitMs: 3000 })
  const release = await occupy(small, 1)
  expect(isPassing(await pidOf(small.db).catch((cause: unknown) => cause))).toBe(true)
  await release()
  expect(await pidOf(small.db)).toBeGreaterThan(0)
})

test('with all connections taken requests get a 503 that says when to come back, and all is well afterwards', async () => {
  const server = await startTestServer({ DATABASE_CONNECTIONS: '2', DATABASE_WAIT_SECONDS: '3' })
  const client = await server.person('sam.test@trailcut.example')
  const release = await occupy(server.deps, 2)
  const refused = await client.call(api.myVideos)
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ code: 'unavailable', reason: 'http.busy' })
  // Health checks come without a session.
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  await release()
  expect((await client.call('/readyz')).status).toBe(200)
  expect((await client.call(api.myVideos)).status).toBe(200)
})

test('in an open transaction, and only there, slow calls are refused; in production they are counted', async () => {
  const { db } = opened(await cloneDatabase(), { max: 3 })
  const { stripe } = await silentStripe()
  const objects = new FolderStore(await scratchFolder())
  const calls: [string, () => Promise<unknown>][] = [
    ['A second connection', () => pidOf(db)],
    ['A request', () => fetch('http://127.0.0.1:1')],
    ['The object store', () => objects.head('a/b')],
    ['Stripe', () => stripe.client.balance.retrieve()],
  ]
  for (const [what, call] of calls) {
    const refused = db.transaction().execute(async tx => {
      await pidOf(tx)
      await call()
    })
    const error = (await refused.catch((cause: unknown) => cause)) as Error & { detail?: unknown }
    // Stripe's client keeps what its HTTP client threw.
    expect(`${error.name} ${error.message} ${String(error.detail)}`).toContain(
      `${what} in an open transaction`,
    )
  }
  // What a transaction started may outlast it.
  const committed = Promise.withResolvers<void>()
  const after = await db.transaction().execute(async () => ({
    done: committed.promise.then(() => objects.head('a/b')),
  }))
  committed.resolve()
  expect(await after.done).toBeNull()

  const reports: Error[] = []
  const before = slowCalls.get('The object store') ?? 0
  onSlowCalls(error => reports.push(error))
  onTestFinished(() => onSlowCalls(null))
  expect(await db.transaction().execute(async () => objects.head('a/b'))).toBeNull()
  expect(reports).toEqual([expect.any(SlowInTransactionError)])
  expect(slowCalls.get('The object store')).toBe(before + 1)
})

/** A PostgreSQL that can be stopped and started again at the same address. */
async function ownPostgres() {
  const folder = path.join(await scratchFolder(), 'postgres')
  const port = await freePort()
  const start = () => startEmbedded({ folder, port, settings: { fsync: 'off' } })
  let running = await start()
  onTestFinished(() => running.stop())
  return {
    url: running.url('postgres'),
    stop: () => running.stop(),
    async start() {
      running = await start()
    },
  }
}

async function processOn(url: string, env: Record<string, string>, lines?: string[]): Promise<ServerProcess> {
  const server = await startServerProcess({
    env: { DATABASE_URL: url, LOG_LEVEL: 'silent', ...env },
    ...(lines ? { onLine: line => lines.push(line) } : {}),
  })
  onTestFinished(() => server.stop())
  return server
}

test('a PostgreSQL that ends connections, stops and starts again ends no process: they recover by themselves', async () => {
  const postgres = await ownPostgres()
  const port = await freePort()
  // A sandbox is one process.
  const production = inPrivateNetwork(postgres.url)
  const worker = await processOn(postgres.url, {
    ...production,
    ROLE: 'worker',
    METRICS_PORT: String(port),
  })
  const web = await processOn(postgres.url, { ...production, ROLE: 'web' })
  const both = await processOn(postgres.url, { ROLE: 'all' })
  const client = new ApiClient(both.url)
  await client.signIn('sam.test@trailcut.example')

  // A request in an open transaction, held by a lock of ours.
  const own = opened(postgres.url, { max: 2 })
  const release = await beginTransaction(own.db, tx =>
    sql`lock table users in access exclusive mode`.execute(tx),
  )
  const requests = [both, web].map(({ url }) =>
    new ApiClient(url).signIn('lee.test@trailcut.example').catch(() => null),
  )
  await expect.poll(() => lockWaiters(own.db)).toBeGreaterThan(0)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and datname = current_database()`.execute(own.db)
  await release().catch(() => undefined)
  await Promise.all(requests)
  const ready = async ({ url }: ServerProcess) =>
    (await fetch(`${url}/readyz`).catch(() => null))?.status ?? 'no answer'
  for (const server of [web, worker, both]) await expect.poll(() => ready(server)).toBe(200)

  await postgres.stop()
  for (const server of [web, worker, both]) expect(await ready(server)).toBe(503)
  // What is the same for everybody needs no session, which nobody can look up now.
  for (const address of ['/healthz', api.app])
    expect((await fetch(`${both.url}${address}`, { headers: { cookie: client.cookieHeader } })).status).toBe(
      200,
    )
  await postgres.start()
  for (const server of [web, worker, both]) await expect.poll(() => ready(server)).toBe(200)
  for (const { process } of [web, worker, both]) expect(process.exitCode ?? process.signalCode).toBeNull()
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200)
  await client.signIn('lee.test@trailcut.example')
})

test('after a SIGTERM the process ends in time, although a statement hangs', async () => {
  const postgres = await ownPostgres()
  const lines: string[] = []
  const server = await processOn(postgres.url, { STOP_SECONDS: '2' }, lines)
  const own = opened(postgres.url, { max: 2 })
  const release = await beginTransaction(own.db, tx =>
    sql`lock table users in access exclusive mode`.execute(tx),
  )
  const client = new ApiClient(server.url)
  const hanging = client.signIn('sam.test@trailcut.example').catch(() => null)
  await expect.poll(() => lockWaiters(own.db)).toBeGreaterThan(0)
  // At its exit some of its lines may still be on the way.
  const closed = once(server.process, 'close')
  server.process.kill('SIGTERM')
  expect(await closed).toEqual([1, null])
  expect(lines.join('\n')).toContain('Not everything had ended after 2 seconds')
  await release()
  await hanging
})
