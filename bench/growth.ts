/**
 * What grows, at full size: 10 million videos, 100 million samples of views, 50 million ledger lines, made by SQL in an
 * embedded PostgreSQL of its own. Times the lists that people open, what runs every night, and a day of counted views
 * with the autovacuum behind it.
 *   node bench/growth.ts [--scale 1] [--clients 4] [--seconds 3] [--folder DIR] [--plans]
 * With --folder the database is kept and reused; --plans prints the plans of statements over 150 ms. Needs 90 GB times
 * the scale, in the folder or the system's temporary one.
 */
import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { api } from '#contract/paths.ts'
import { foldTallies } from '#server/admin/index.ts'
import { systemClock } from '#server/core/clock.ts'
import { type Database, openDatabase } from '#server/core/db/database.ts'
import { startEmbedded } from '#server/core/db/embedded.ts'
import { migrate } from '#server/core/db/migrate.ts'
import { readConfig } from '#server/core/settings/config.ts'
import { foldMonths } from '#server/earnings/budget.ts'
import { recordViews } from '#server/earnings/index.ts'
import { keepSampleMonths } from '#server/earnings/sample-months.ts'
import { checkLedger, foldBalances } from '#server/ledger/index.ts'
import { runSchedule } from '#server/payouts/schedule.ts'
import { networksOf } from '#server/platforms/index.ts'
import { foldPlatformDays } from '#server/publishing/figures/figures.ts'
import { setPaces } from '#server/publishing/figures/pace.ts'
import { databaseClock } from '#server/publishing/time.ts'
import { signInAtProvider } from '#test/harness/accounts.ts'
import { noJobs } from '#test/harness/jobs.ts'
import { startServerProcess } from '#test/harness/server-process.ts'
import { ApiClient } from '../scripts/lib/api-client.ts'
import { growthOf, seedGrowth } from './growth-seed.ts'
import { keepFigures } from './keep.ts'
import { type Call, callsOf, load, quantile } from './lists.ts'

const limitMs = 150
const nightlyLimitMinutes = 30
/** Bytes on disk at full scale, with room for sorting and the write-ahead log. */
const bytesNeeded = 90e9

const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    clients: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '3' },
    folder: { type: 'string' },
    plans: { type: 'boolean', default: false },
  },
})
const scale = Number(values.scale)
const growth = growthOf(scale)
const clients = Number(values.clients)
const say = (text: string) => console.log(text)
const number = (n: number) => n.toLocaleString('en-US')
const seconds = (since: number) => (performance.now() - since) / 1000

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString()
const year = `startDate=${day(365)}&endDate=${day(0)}`

const riderCalls: Call[] = [
  { name: 'my videos', address: api.myVideos },
  { name: 'my videos, detailed', address: api.myVideosDetailed },
  { name: 'rides by day', address: api.rideDays },
  { name: 'earnings, a year', address: `${api.earningsReport}?${year}` },
  { name: 'earnings, charts of a year', address: `${api.earningsSeries}?${year}` },
  { name: 'transactions', address: api.transactions },
  { name: 'statements', address: api.statements },
  { name: 'projection', address: api.projection },
  { name: 'budget', address: api.viewBudget },
  { name: 'payouts, summary', address: api.payoutSummary },
  { name: 'payouts, history', address: api.payoutHistory },
  { name: 'notifications', address: api.notifications },
]
const staffCalls: Call[] = [
  { name: 'publications', address: api.publications },
  { name: 'publications, failed', address: `${api.publications}?state=failed` },
  { name: 'publications, published', address: `${api.publications}?state=published` },
  { name: 'publications, of TikTok', address: `${api.publications}?platform=tiktok` },
  { name: 'publications, overdue', address: `${api.publications}?overdue=true` },
  { name: 'publishing queue', address: api.publishingQueue },
  { name: 'publishing insights', address: api.publishingInsights },
  { name: 'publishing, 30 days', address: `${api.publishingSeries}?days=30` },
  { name: 'posts of 30 days', address: `${api.publishingPosts}?days=30` },
  { name: 'analytics of YouTube', address: api.platformAnalytics('youtube') },
  { name: 'calendar', address: api.schedulingCalendar },
  { name: 'best times', address: api.optimalTimes },
  { name: 'held counts', address: api.heldCounts },
  { name: 'reels that wait', address: api.waitingReels },
  { name: 'money', address: api.moneyOverview },
  { name: 'people and money', address: api.peopleMoney },
  { name: 'ledger entries', address: api.ledgerEntries },
  { name: 'payouts', address: api.adminPayouts },
  { name: 'payouts, totals', address: api.payoutTotals },
  { name: 'negative balances', address: api.negativeBalances },
  { name: 'income of platforms', address: api.platformIncome },
  { name: 'closed months', address: api.accountingMonths },
]

const failed: string[] = []

async function timeLists(url: string): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-growth-'))
  const env = { DATABASE_URL: url, ROLE: 'web', LOG_LEVEL: 'error' }
  const server = await startServerProcess({ dataDir: folder, env })
  const slowest: number[] = []
  try {
    const table = async (who: string, email: string, calls: readonly Call[]) => {
      const client = new ApiClient(server.url)
      await signInAtProvider(client, { email })
      say(`\n${who.padEnd(38)}${'p50'.padStart(8)}${'p95'.padStart(8)}  ms, ${clients} at once`)
      for (const { name, address } of calls)
        try {
          const times = await load(client, address, { clients, ms: Number(values.seconds) * 1000 })
          const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)]
          slowest.push(p95)
          if (p95 > limitMs) failed.push(`${who}: ${name} ${Math.round(p95)} ms`)
          say(
            `  ${name.padEnd(36)}${p50.toFixed(0).padStart(8)}${p95.toFixed(0).padStart(8)}${p95 > limitMs ? '  over' : ''}`,
          )
        } catch (error) {
          failed.push(`${who}: ${name}`)
          say(`  ${name.padEnd(36)}  ${error instanceof Error ? error.message : error}`)
        }
    }
    await table('A rider', 'rider7@example.com', riderCalls)
    await table('The busiest rider, 1 video in 200', 'rider1@example.com', riderCalls)
    await table('Staff', 'admin@trailcut.example', [...(await callsOf(url, growth)), ...staffCalls])
    await keepFigures('growth', { slowestP95Ms: Math.round(Math.max(...slowest)) })
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The steps of a night that grow with the data. Stripe's part is in bench/nightly.ts. */
async function timeNight(db: Database): Promise<void> {
  const log = pino({ level: 'error' })
  const config = readConfig({ PAYOUT_APPROVE_FIRST: 'off' })
  const networks = networksOf(config.platforms, {}, systemClock)
  const steps: Record<string, () => Promise<unknown>> = {
    'months made, a day of samples folded': () => keepSampleMonths({ db, clock: systemClock }),
    "sampling's pace": () => setPaces({ db, log, networks, time: databaseClock }),
    'views by month merged': () => foldMonths(db),
    'days of platforms merged': () => foldPlatformDays({ db }),
    'tallies merged': () => foldTallies(db),
    'balances merged': () => foldBalances(db),
    'payouts of the period': () => runSchedule({ db, clock: systemClock, log, config, jobs: noJobs() }),
    'the ledger checked': async () => {
      const took: { rule: number; s: number }[] = []
      let last = performance.now()
      const { findings, entries, lines, rules } = await checkLedger(db, done => {
        took.push({ rule: done - 1, s: seconds(last) })
        last = performance.now()
      })
      for (const { rule, s } of took.toSorted((a, b) => b.s - a.s).slice(0, 5))
        say(`  ${s.toFixed(1).padStart(8)} s  ${rules[rule]}`)
      say(
        `  ${number(entries)} entries, ${number(lines)} lines: ${findings.length ? JSON.stringify(findings.slice(0, 3)) : 'all rules hold'}`,
      )
      if (findings.length) failed.push('the ledger check')
    },
  }
  say('\nA night')
  let total = 0
  for (const [name, work] of Object.entries(steps)) {
    const begun = performance.now()
    await work()
    total += seconds(begun)
    say(`  ${name.padEnd(44)}${seconds(begun).toFixed(1).padStart(8)} s`)
  }
  say(`  ${'together'.padEnd(44)}${(total / 60).toFixed(1).padStart(8)} min (goal ${nightlyLimitMinutes})`)
  if (total > nightlyLimitMinutes * 60) failed.push('the night')
  await keepFigures('growth', { nightMinutes: Number((total / 60).toFixed(1)) })
}

interface DueCounter {
  id: number
  video_id: string
  user_id: string
  platform: string
  post_id: string
  since: Date
  views: number
}

/** Counts a thirtieth of all samples, as in a day. Vendors aren't asked; what their answers change is. */
async function countDay(db: Database): Promise<void> {
  const due = Math.round(growth.samples / 30)
  const begun = performance.now()
  let [done, after] = [0, 0]
  while (done < due) {
    const { rows } = await sql<DueCounter>`select id, video_id, user_id, platform, post_id, since, views
      from view_counters where id > ${after} order by id limit 1000`.execute(db)
    if (rows.length === 0) after = 0
    else {
      await db.transaction().execute(async tx => {
        const now = new Date()
        const posts = rows.map(row => row.post_id)
        await sql`insert into publication_snapshots select id, ${now}, views, likes, comments, shares from publications
          where id = any(${posts}::uuid[])`.execute(tx)
        await sql`insert into publication_days (publication_id, day, views) select id, ${now}::date, 3 from publications
          where id = any(${posts}::uuid[]) on conflict (publication_id, day) do update set
            views = publication_days.views + excluded.views`.execute(tx)
        await sql`update publications set views = views + 3, sampled_at = ${now}, next_sample_at = ${now}::timestamptz + interval '9 days'
          where id = any(${posts}::uuid[])`.execute(tx)
        await recordViews(
          tx,
          now,
          rows.map(row => ({
            ...{ videoId: row.video_id, userId: row.user_id, platform: row.platform, postId: row.post_id },
            ...{
              counter: 'public_views',
              views: row.views + 3,
              viralScore: 0,
              since: row.since,
              sampledAt: now,
            },
          })),
        )
      })
      after = rows.at(-1)?.id as number
      done += rows.length
    }
  }
  say(
    `\nA day of ${number(done)} counted posts: ${seconds(begun).toFixed(0)} s, ${((seconds(begun) * 1000) / done).toFixed(2)} ms each`,
  )
  await sql`select pg_stat_force_next_flush()`.execute(db)
}

const vacuumed = sql<{ name: string; live: number; dead: number; limit: number; runs: number }>`
  select relname as name, n_live_tup as live, n_dead_tup as dead, autovacuum_count as runs,
    50 + 0.2 * n_live_tup as limit
  from pg_stat_user_tables where n_dead_tup > 1000 order by n_dead_tup desc limit 12`

/** After two rounds of autovacuum (a minute each), no table may hold more dead rows than those it starts at. */
async function watchVacuum(db: Database): Promise<void> {
  const shown = (rows: { name: string; live: number; dead: number; runs: number }[]) =>
    rows
      .map(
        r =>
          `  ${r.name.padEnd(28)}${number(r.live).padStart(14)}${number(r.dead).padStart(12)}${`${r.runs}`.padStart(6)}`,
      )
      .join('\n')
  const head = `  ${''.padEnd(28)}${'live'.padStart(14)}${'dead'.padStart(12)}${'runs'.padStart(6)}`
  say(`Right after it\n${head}\n${shown((await vacuumed.execute(db)).rows)}`)
  const begun = performance.now()
  for (;;) {
    await new Promise(resolve => setTimeout(resolve, 10_000))
    const { rows } = await vacuumed.execute(db)
    const behind = rows.filter(r => r.dead > r.limit)
    if (seconds(begun) < 130 || (behind.length > 0 && seconds(begun) < 3600)) continue
    say(`${seconds(begun).toFixed(0)} s later\n${head}\n${shown(rows)}`)
    if (behind.length > 0) failed.push(`autovacuum: ${behind.map(r => r.name).join(', ')}`)
    return
  }
}

async function printSizes(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string; rows: number; heap: number; all: number }>`
    select coalesce(p.inhparent::regclass::text, c.relname) as name, sum(greatest(0, c.reltuples))::bigint as rows,
      sum(pg_table_size(c.oid))::bigint as heap, sum(pg_total_relation_size(c.oid))::bigint as all
    from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_inherits p on p.inhrelid = c.oid
    where c.relkind = 'r' and n.nspname = 'public' group by 1 having sum(greatest(0, c.reltuples)) > 1000 order by 4 desc`.execute(
    db,
  )
  const total =
    (await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(db)).rows[0]
      ?.size ?? 0
  say(
    `\n${'Table'.padEnd(28)}${'rows'.padStart(14)}${'GB'.padStart(8)}${'bytes a row'.padStart(13)}${'with indexes'.padStart(14)}`,
  )
  for (const t of rows)
    say(
      `  ${t.name.padEnd(26)}${number(t.rows).padStart(14)}${(t.all / 1e9).toFixed(2).padStart(8)}${(t.heap / t.rows).toFixed(0).padStart(13)}${(t.all / t.rows).toFixed(0).padStart(14)}`,
    )
  say(`  ${'all'.padEnd(26)}${''.padStart(14)}${(total / 1e9).toFixed(2).padStart(8)}`)
}

/** Prints the slowest statements' plans, which auto_explain wrote into the server's log. */
const planSettings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': `${limitMs}ms`,
  'auto_explain.log_analyze': 'on',
}

const parent = values.folder ?? os.tmpdir()
await mkdir(parent, { recursive: true })
const { bavail, bsize } = await statfs(parent)
const needed = bytesNeeded * scale
say(
  `Scale ${scale}: ${number(growth.videos)} videos, ${number(growth.samples)} samples, ${number(growth.lines)} ledger lines.`,
)
say(
  `Disk: needs ${(needed / 1e9).toFixed(1)} GB, free in ${parent}: ${((bavail * bsize) / 1e9).toFixed(0)} GB`,
)
if (bavail * bsize < needed) throw new Error('Not enough room on the disk: --folder names another one')
const folder = values.folder ?? (await mkdtemp(path.join(os.tmpdir(), 'trailcut-growth-db-')))
const postgres = await startEmbedded({
  folder: path.join(folder, 'postgres'),
  settings: { shared_buffers: '2GB', max_wal_size: '8GB', ...(values.plans ? planSettings : {}) },
})
const url = postgres.url('growth')
try {
  const admin = new pg.Client({ connectionString: postgres.url('postgres') })
  await admin.connect()
  const { rows } = await admin.query("select from pg_database where datname = 'growth'")
  if (rows.length === 0) await admin.query('create database growth')
  await admin.end()
  await migrate(url)
  const db = openDatabase(url, error => say(error.message), { max: 10 })
  try {
    const begun = performance.now()
    if (!(await db.selectFrom('ledger_lines').select('entry_id').limit(1).executeTakeFirst())) {
      await seedGrowth(url, growth, line => say(`  ${seconds(begun).toFixed(0).padStart(6)} s  ${line}`))
      say(`Filled in ${(seconds(begun) / 60).toFixed(1)} min`)
    }
    await printSizes(db)
    await timeLists(url)
    await timeNight(db)
    await countDay(db)
    await watchVacuum(db)
  } finally {
    await db.destroy()
  }
} finally {
  await postgres.stop()
  if (!values.folder) await rm(folder, { recursive: true, force: true })
}
say(failed.length ? `\nOver the goals: ${failed.join('; ')}` : '\nAll within the goals.')
if (failed.length) process.exitCode = 1
