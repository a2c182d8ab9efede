/**
 * Every staff list and figure at scale: p50 and p95 with 20 concurrent clients against a separate server
 * process, the same at a tenth of the size, and no sequential scan over a big table in any query plan.
 *   node bench/admin.ts [--users 100000] [--videos 1000000] [--notifications 10000000] [--seconds 3]
 *   [--folder DIR]
 * With --folder the databases are kept and reused; --fill only fills them.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { api } from '#contract/paths.ts'
import { startEmbedded } from '#server/core/db/embedded.ts'
import { migrate } from '#server/core/db/migrate.ts'
import { signInAtProvider } from '#test/harness/accounts.ts'
import { type ServerProcess, startServerProcess } from '#test/harness/server-process.ts'
import { ApiClient } from '../scripts/lib/api-client.ts'
import { type Sizes, seedScale, userId } from '../scripts/seed-scale.ts'
import { keepFigures } from './keep.ts'

const clients = 20
const limitMs = 150
const bigTables = ['users', 'videos', 'notifications', 'audit_log']

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '100000' },
    videos: { type: 'string', default: '1000000' },
    notifications: { type: 'string', default: '10000000' },
    seconds: { type: 'string', default: '3' },
    folder: { type: 'string' },
    fill: { type: 'boolean', default: false },
  },
})
const full: Sizes = {
  users: Number(values.users),
  videos: Number(values.videos),
  notifications: Number(values.notifications),
}
const tenth: Sizes = {
  users: Math.ceil(full.users / 10),
  videos: Math.ceil(full.videos / 10),
  notifications: Math.ceil(full.notifications / 10),
}

interface Call {
  name: string
  address: string
}

/**
 * The staff's requests, with values from the database: cursors in the middle, the rider with thousands of
 * videos.
 */
async function callsOf(databaseUrl: string): Promise<Call[]> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  try {
    const one = async (sql: string) => (await db.query(sql)).rows[0]?.value as string
    const middle = (table: string, type: string) =>
      one(`select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || id as value
        from ${table} where id >= '${type}' order by id limit 1`)
    const heavy = await one(`select ${userId(1)} as value`)
    const half = '80000000-0000-0000-0000-000000000000'
    const videos = encodeURIComponent(await middle('videos', half))
    const users = encodeURIComponent(await middle('users', half))
    const decided = await one(
      "select object_id as value from audit_log where action = 'video.publish' limit 1",
    )
    const waiting = await one("select id::text as value from videos where status = 'pending' limit 1")
    return [
      { name: 'platform-stats', address: api.platformStats },
      { name: 'stats', address: api.adminStats },
      { name: 'users', address: api.adminUsers },
      { name: 'users, a page in the middle', address: `${api.adminUsers}?cursor=${users}` },
      { name: 'users, one found', address: `${api.adminUsers}?search=rider${Math.floor(full.users / 30)}@` },
      { name: 'users, all match', address: `${api.adminUsers}?search=example` },
      { name: 'users, two letters', address: `${api.adminUsers}?search=ri` },
      { name: 'users, none found', address: `${api.adminUsers}?search=zzqx` },
      { name: 'users, moderators', address: `${api.adminUsers}?role=moderator` },
      { name: 'users, suspended', address: `${api.adminUsers}?suspended=true` },
      { name: 'videos', address: api.adminVideos },
      { name: 'videos, a page in the middle', address: `${api.adminVideos}?cursor=${videos}` },
      { name: 'videos, pending', address: `${api.adminVideos}?status=pending` },
      { name: 'videos, one found', address: `${api.adminVideos}?search=%20${Math.floor(full.videos / 30)}` },
      { name: 'videos, a seventh match', address: `${api.adminVideos}?search=night%20ride` },
      { name: 'videos, none found', address: `${api.adminVideos}?search=zzqx` },
      { name: 'videos, one letter', address: `${api.adminVideos}?search=m` },
      { name: 'videos, of a busy rider', address: `${api.adminVideos}?userId=${heavy}` },
      { name: 'videos, search among uploading', address: `${api.adminVideos}?status=uploading&search=moab` },
      { name: 'ai-processed', address: api.aiProcessedVideos },
      {
        name: 'ai-processed, waiting, oldest',
        address: `${api.aiProcessedVideos}?status=waiting&order=oldest`,
      },
      { name: 'ai-processed, rejected', address: `${api.aiProcessedVideos}?status=rejected` },
      { name: 'ai-processed, search', address: `${api.aiProcessedVideos}?search=dune%20jump&status=waiting` },
      {
        name: 'ai-processed, strongest',
        address: `${api.aiProcessedVideos}?status=waiting&order=strongest`,
      },
      { name: 'ai-processed, middle', address: `${api.aiProcessedVideos}?cursor=${videos}` },
      { name: 'review of a video', address: api.videoReview(waiting) },
      { name: 'activity', address: api.activity },
      { name: 'history of a video', address: api.videoHistory(decided) },
      { name: 'audit, one action', address: `${api.audit}?action=video.reject` },
      { name: 'audit, one actor', address: `${api.audit}?actor=rider5000@example.com` },
      { name: 'audit, one video', address: `${api.audit}?objectType=video&objectId=${decided}` },
      { name: 'notifications', address: api.notifications },
    ]
  } finally {
    await db.end()
  }
}

const quantile = (sorted: number[], q: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0

/** Sends requests from all clients at once for some seconds. @returns milliseconds of each answer, sorted */
async function load(client: ApiClient, address: string, ms: number): Promise<number[]> {
  const times: number[] = []
  const headers = { cookie: client.cookieHeader }
  const url = new URL(address, client.base)
  const one = async () => {
    const start = performance.now()
    const answer = await fetch(url, { headers })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${answer.status} from ${address}`)
    return performance.now() - start
  }
  for (let i = 0; i < 3; i++) await one()
  const end = performance.now() + ms
  await Promise.all(
    Array.from({ length: clients }, async () => {
      do times.push(await one())
      while (performance.now() < end)
    }),
  )
  return times.sort((a, b) => a - b)
}

/** How often each big table has been fully scanned so far, from the statistics of what really ran. */
async function scansOf(databaseUrl: string): Promise<Map<string, number>> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  try {
    const { rows } = await db.query<{ relname: string; seq_scan: string }>(
      'select relname, seq_scan from pg_stat_user_tables where relname = any($1)',
      [bigTables],
    )
    return new Map(rows.map(r => [r.relname, Number(r.seq_scan)]))
  } finally {
    await db.end()
  }
}

/** CPU time of a process and its children so far, ms; 0 without /proc. */
function cpuOf(pid: number, withChildren: boolean): number {
  const ticks = (id: string): { parent: number; ms: number } | null => {
    try {
      // The name may contain anything, so read after its last parenthesis. A tick is 10 ms.
      const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      return { parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * 10 }
    } catch {
      return null // the process ended
    }
  }
  if (!withChildren) return ticks(String(pid))?.ms ?? 0
  return readdirSync('/proc')
    .filter(id => /^\d+$/.test(id))
    .map(ticks)
    .reduce((sum, found) => sum + (found?.parent === pid ? found.ms : 0), 0)
}

interface Measured {
  /** CPU per answer of the server and the database, ms: unaffected by a busy machine */
  serverCpu: number
  databaseCpu: number
  p50: number
  p95: number
  answers: number
  scans: string[]
}

async function measure(databaseUrl: string, postmaster: number, ms: number): Promise<Map<string, Measured>> {
  let server: ServerProcess | undefined
  try {
    server = await startServerProcess({ env: { DATABASE_URL: databaseUrl, ROLE: 'web', LOG_LEVEL: 'error' } })
    const client = new ApiClient(server.url)
    await signInAtProvider(client, { email: 'admin@trailcut.example' })
    const measured = new Map<string, Measured>()
    for (const { name, address } of await callsOf(databaseUrl)) {
      const before = await scansOf(databaseUrl)
      const cpu = () => [cpuOf(server?.process.pid ?? 0, false), cpuOf(postmaster, true)] as const
      await load(client, address, 100)
      const [serverBefore, databaseBefore] = cpu()
      const times = await load(client, address, ms)
      const [serverAfter, databaseAfter] = cpu()
      // Scan statistics are published at the end of a statement, at most once a second.
      await new Promise(resolve => setTimeout(resolve, 1100))
      const after = await scansOf(databaseUrl)
      const scans = bigTables.filter(table => (after.get(table) ?? 0) > (before.get(table) ?? 0))
      measured.set(name, {
        serverCpu: (serverAfter - serverBefore) / times.length,
        databaseCpu: (databaseAfter - databaseBefore) / times.length,
        p50: quantile(times, 0.5),
        p95: quantile(times, 0.95),
        answers: times.length,
        scans,
      })
    }
    return measured
  } finally {
    await server?.stop()
  }
}

const folder = values.folder ?? (await mkdtemp(path.join(os.tmpdir(), 'trailcut-bench-')))
await mkdir(folder, { recursive: true })
const database = await startEmbedded({
  folder: path.join(folder, 'postgres'),
  settings: { fsync: 'off', full_page_writes: 'off', shared_buffers: '1GB', max_wal_size: '4GB' },
})
try {
  const create = async (name: string) => {
    const admin = new pg.Client({ connectionString: database.url('postgres') })
    await admin.connect()
    try {
      const { rows } = await admin.query('select from pg_database where datname = $1', [name])
      if (!rows.length) await admin.query(`create database ${name}`)
    } finally {
      await admin.end()
    }
  }
  const isFilled = async (name: string) => {
    const db = new pg.Client({ connectionString: database.url(name) })
    await db.connect()
    try {
      return (await db.query('select from audit_log limit 1')).rows.length > 0
    } finally {
      await db.end()
    }
  }
  const prepare = async (name: string, sizes: Sizes) => {
    await create(name)
    await migrate(database.url(name))
    const start = performance.now()
    // The staff log is filled last, so it shows whether the database is already filled.
    if (!(await isFilled(name)))
      await seedScale(database.url(name), sizes, values.fill ? console.log : undefined)
    console.log(
      `${sizes.users} users, ${sizes.videos} videos, ${sizes.notifications} notifications (${((performance.now() - start) / 1000).toFixed(0)} s to fill)`,
    )
  }
  const ms = Number(values.seconds) * 1000
  await prepare(`tenth_${tenth.users}`, tenth)
  await prepare(`full_${full.users}`, full)
  const compare = async () => {
    const pidFile = path.join(folder, 'postgres', 'postmaster.pid')
    const postmaster = Number((await readFile(pidFile, 'utf8')).split('\n')[0])
    const small = await measure(database.url(`tenth_${tenth.users}`), postmaster, ms)
    const large = await measure(database.url(`full_${full.users}`), postmaster, ms)

    console.log(
      `\n${clients} clients at once, ms; load of the machine ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length} cores`,
    )
    console.log(
      `${'call'.padEnd(34)}${'p50'.padStart(7)}${'p95'.padStart(7)}${'p95 at a tenth'.padStart(16)}${'growth'.padStart(8)}${'CPU server'.padStart(12)}${'database'.padStart(9)}  sequential scans`,
    )
    const late: string[] = []
    const rows = [...large].map(([name, { p95 }]) => ({ p95, growth: p95 / (small.get(name)?.p95 ?? p95) }))
    await keepFigures('admin', {
      slowestP95Ms: Math.round(Math.max(...rows.map(row => row.p95))),
      growthAtMost: Number(Math.max(...rows.map(row => row.growth)).toFixed(1)),
    })
    for (const [name, { p50, p95, serverCpu, databaseCpu, scans }] of large) {
      const before = small.get(name)?.p95 ?? Number.NaN
      if (p95 > limitMs || scans.length) late.push(name)
      console.log(
        `${name.padEnd(34)}${p50.toFixed(0).padStart(7)}${p95.toFixed(0).padStart(7)}${before.toFixed(0).padStart(16)}${`×${(p95 / before).toFixed(1)}`.padStart(8)}${serverCpu.toFixed(1).padStart(12)}${databaseCpu.toFixed(1).padStart(9)}  ${scans.join(', ') || 'none'}`,
      )
    }
    console.log(
      late.length
        ? `\nOver ${limitMs} ms or with a scan: ${late.join('; ')}`
        : `\nAll within ${limitMs} ms, no scan.`,
    )
    if (late.length) process.exitCode = 1
  }
  if (!values.fill) await compare()
} finally {
  await database.stop()
  if (!values.folder) await rm(folder, { recursive: true, force: true })
}
