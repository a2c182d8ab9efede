/**
 * A large ledger: the year report, a page of transactions and the first page after a cursor, each by 20
 * parallel clients through the API; then writing views of 100,000 videos; then the full check.
 *   node bench/ledger.ts [entries=1000000] [videos=100000]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { api } from '#contract/paths.ts'
import { type Database, openDatabase } from '#server/core/db/database.ts'
import { startEmbedded } from '#server/core/db/embedded.ts'
import { migrate } from '#server/core/db/migrate.ts'
import { recordViews, type ViewSample } from '#server/earnings/index.ts'
import { checkLedger } from '#server/ledger/index.ts'
import { type ServerProcess, startServerProcess } from '#test/harness/server-process.ts'
import { ApiClient } from '../scripts/lib/api-client.ts'
import { cpuOf } from './cpu.ts'
import { keepFigures } from './keep.ts'
import { ofEntries, withoutIndexes } from './seed-ledger.ts'

const [entries = 1_000_000, videos = 100_000] = process.argv.slice(2).map(Number)
const clients = 20
const requestsEach = 50
const batch = 1000
const creators = Math.max(200, Math.round(entries / 5000))
const videosEach = 14

/** A client with its own address, because sign-ups are limited per address. */
class Client extends ApiClient {
  readonly #address: string
  constructor(base: string, n: number) {
    super(base)
    this.#address = `10.0.0.${n + 1}`
  }
  override call(address: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('x-forwarded-for', this.#address)
    return super.call(address, { ...init, headers })
  }
}

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1)
const say = (text: string) => console.log(text)

/** A year of entries with their lines, totals and counters, as if posted one by one. */
async function fill(db: Database): Promise<void> {
  const begun = performance.now()
  await sql`
    insert into users (id, email, email_verified, email_verified_at, name)
    select 'bench-' || n, 'bench-' || n || '@creators.example', true, now(), 'Bench ' || n
    from generate_series(1, ${creators}::int - (select count(*) from users)::int) n`.execute(db)
  await sql`
    insert into ledger_accounts (kind, user_id)
    select k, id from users, unnest(array['creator_paid', 'creator_payable', 'creator_pending']) k`.execute(
    db,
  )
  const steps = [
    `create temp table people as select id, row_number() over (order by created_at, id) - 1 as n from users`,
    `create index on people (n)`,
    ...withoutIndexes,
    `insert into ledger_entries (source_event, type, user_id, video_id, platform, creator_amount, views, facts, occurred_at)
     select 'views:youtube:' || i, 'view_revenue', p.id,
            ('00000000-0000-4000-8000-' || lpad(to_hex(p.n * ${videosEach} + (i / ${creators}) % ${videosEach}), 12, '0'))::uuid,
            'youtube', v * 35000, v,
            jsonb_build_object('from', 0, 'to', v, 'ratePerView', '0.05', 'viralScore', 0, 'viralMultiplier', 1,
              'planMultiplier', 1, 'creatorPercent', 70, 'gross', (v * 50000)::text, 'sampledAt', '2026-01-01T00:00:00.000Z'),
            now() - interval '365 days' * (1 - i::float8 / ${entries})
     from generate_series(1, ${entries}::int) i join people p on p.n = i % ${creators},
          lateral (select (1 + (i::bigint * 7919) % 400) as v) s`,
    ...ofEntries,
    // As after years of use: otherwise the vacuum of everything just written would run during the
    // measurement.
    `vacuum analyze`,
  ]
  await db.connection().execute(async one => {
    // Everything is written in bulk here; the check at the end shows whether it equals what posting would
    // have written.
    await sql`set session_replication_role = replica`.execute(one)
    await sql`set maintenance_work_mem = '512MB'`.execute(one)
    for (const step of steps) await sql.raw(step).execute(one)
    await sql`set session_replication_role = origin`.execute(one)
  })
  say(`${entries.toLocaleString('en-US')} entries of ${creators} creators written in ${seconds(begun)} s`)
}

/** CPU seconds of the server, its database and the clients here so far. */
async function cpuNow(db: Database, server: ServerProcess): Promise<[number, number, number]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(
    db,
  )
  const cpuSeconds = (pid: number) => cpuOf(pid).own / 1000
  const own = process.cpuUsage()
  return [
    cpuSeconds(server.process.pid as number),
    rows.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
    (own.user + own.system) / 1e6,
  ]
}

/**
 * 95th percentile and median of a request in milliseconds, with all clients at once, and the CPU cost of each
 * answer.
 */
async function measure(
  { db, server }: { db: Database; server: ServerProcess },
  name: string,
  limit: number,
  people: ApiClient[],
  address: (n: number) => string,
) {
  const times: number[] = []
  const before = await cpuNow(db, server)
  await Promise.all(
    people.map(async (client, n) => {
      await client.json(address(n))
      for (let i = 0; i < requestsEach; i++) {
        const begun = performance.now()
        await client.json(address(n))
        times.push(performance.now() - begun)
      }
    }),
  )
  times.sort((a, b) => a - b)
  const at = (part: number) => (times[Math.floor(times.length * part)] as number).toFixed(1)
  const after = await cpuNow(db, server)
  const kept: Record<string, string> = {
    'report of a year': 'reportP95Ms',
    transactions: 'transactionsP95Ms',
  }
  if (kept[name]) await keepFigures('ledger', { [kept[name]]: Math.round(Number(at(0.95))) })
  const [own, database, clientsHere] = after.map((seconds, i) =>
    (((seconds - (before[i] as number)) * 1000) / (times.length + people.length)).toFixed(2),
  )
  say(
    `${name}: p95 ${at(0.95)} ms${limit ? ` (limit ${limit})` : ''}, median ${at(0.5)} ms, ${people.length} at once; ` +
      `processor time per answer: server ${own} ms, database ${database} ms, client ${clientsHere} ms`,
  )
}

/** One sample for each of many videos. */
async function writeViews(db: Database): Promise<void> {
  const ids = (await db.selectFrom('users').select('id').orderBy('id').execute()).map(u => u.id)
  const sampledAt = new Date()
  const samples = Array.from(
    { length: videos },
    (_, i): ViewSample => ({
      videoId: `00000000-0000-4000-9000-${i.toString(16).padStart(12, '0')}`,
      userId: ids[Math.floor((i * ids.length) / videos)] as string,
      platform: 'youtube',
      postId: `00000000-0000-4000-a000-${i.toString(16).padStart(12, '0')}`,
      counter: 'public_views',
      views: 100 + (i % 1000),
      viralScore: (i % 100) / 100,
      since: new Date(sampledAt.getTime() - 3600_000),
      sampledAt,
    }),
  )
  const begun = performance.now()
  for (let i = 0; i < samples.length; i += batch)
    await db.transaction().execute(tx => recordViews(tx, sampledAt, samples.slice(i, i + batch)))
  await keepFigures('ledger', { viewsSeconds: Math.round(Number(seconds(begun))) })
  say(`views of ${videos.toLocaleString('en-US')} videos written in ${seconds(begun)} s (limit 60)`)
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-bench-ledger-'))
const database = await startEmbedded({
  folder: path.join(folder, 'postgres'),
  settings: { shared_buffers: '1GB', max_wal_size: '8GB' },
})
const db = openDatabase(database.url('postgres'), () => undefined)
try {
  await migrate(database.url('postgres'))
  const server = await startServerProcess({
    env: { DATABASE_URL: database.url('postgres'), ROLE: 'web', LOG_LEVEL: 'error', TRUST_PROXY: '1' },
  })
  try {
    const people = await Promise.all(
      Array.from({ length: clients }, async (_, n) => {
        const client = new Client(server.url, n)
        await client.signIn(`client-${n}@creators.example`)
        return client
      }),
    )
    await fill(db)
    const year = `startDate=${new Date(Date.now() - 365 * 86_400_000).toISOString()}&endDate=${new Date().toISOString()}`
    const all = { db, server }
    // The cost of a request whose only query is for the session.
    await measure(
      all,
      'for comparison, a call with one small query',
      0,
      people,
      () => api.notificationPreferences,
    )
    await measure(all, 'report of a year', 100, people, () => `${api.earningsReport}?${year}`)
    await measure(all, 'transactions', 30, people, () => api.transactions)
    await measure(
      all,
      'report of a year, one client',
      100,
      people.slice(0, 1),
      () => `${api.earningsReport}?${year}`,
    )
    await measure(all, 'transactions, one client', 30, people.slice(0, 1), () => api.transactions)
    const half = Math.floor(entries / 2)
    await measure(all, 'transactions from the middle', 30, people, () => `${api.transactions}?cursor=${half}`)
    await measure(all, 'charts of a year', 500, people, () => `${api.earningsSeries}?${year}`)
  } finally {
    await server.stop()
  }
  await writeViews(db)
  const begun = performance.now()
  // Bulk rows have no separate counters, so that rule is checked only for what recordViews wrote.
  const { findings } = await checkLedger(db)
  say(
    `the whole proof took ${seconds(begun)} s: ${findings.length ? JSON.stringify(findings.slice(0, 5)) : 'everything is right'}`,
  )
} finally {
  await db.destroy()
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}
