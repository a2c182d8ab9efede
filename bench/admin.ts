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
import { startEmbedded } from '#server/core/db/embedded.ts'
import { migrate } from '#server/core/db/migrate.ts'
import { signInAtProvider } from '#test/harness/accounts.ts'
import { type ServerProcess, startServerProcess } from '#test/harness/server-process.ts'
import { ApiClient } from '../scripts/lib/api-client.ts'
import { type Sizes, seedScale } from '../scripts/seed-scale.ts'
import { keepFigures } from './keep.ts'
import { callsOf, load, quantile, scansOf } from './lists.ts'

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
    for (const { name, address } of await callsOf(databaseUrl, full)) {
      const before = await scansOf(databaseUrl, bigTables)
      const cpu = () => [cpuOf(server?.process.pid ?? 0, false), cpuOf(postmaster, true)] as const
      await load(client, address, { clients, ms: 100 })
      const [serverBefore, databaseBefore] = cpu()
      const times = await load(client, address, { clients, ms })
      const [serverAfter, databaseAfter] = cpu()
      // Scan statistics are published at the end of a statement, at most once a second.
      await new Promise(resolve => setTimeout(resolve, 1100))
      const after = await scansOf(databaseUrl, bigTables)
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
