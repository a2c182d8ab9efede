/**
 * Exports a large general ledger through the API, compared with a bare `COPY ... TO STDOUT` of the same rows:
 * seconds, ratio, and the server's resident memory before and at its peak.
 *   node bench/ledger-export.ts [lines=1000000]
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setInterval } from 'node:timers'
import { sql } from 'kysely'
import { api } from '#contract/paths.ts'
import { type Database, openDatabase } from '#server/core/db/database.ts'
import { startEmbedded } from '#server/core/db/embedded.ts'
import { migrate } from '#server/core/db/migrate.ts'
import { signInAtProvider } from '#test/harness/accounts.ts'
import { type ServerProcess, startServerProcess } from '#test/harness/server-process.ts'
import { ApiClient } from '../scripts/lib/api-client.ts'

const lines = Number(process.argv[2] ?? 1_000_000)
/** The entry of a counted view has one line each for clearing, its creator, and the platform. */
const entries = Math.ceil(lines / 3)
const creators = 200
const day = (at: Date) => at.toISOString().slice(0, 10)
const from = day(new Date(Date.now() - 364 * 86_400_000))
const to = day(new Date(Date.now() + 86_400_000))
const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`

/** A year of entries with their lines, as if posted one by one. */
async function fill(db: Database): Promise<void> {
  await db.connection().execute(async one => {
    const run = (text: string) => sql.raw(text).execute(one)
    await run('set session_replication_role = replica')
    await run(`insert into users (id, email, email_verified, email_verified_at, name)
      select 'bench-' || n, 'bench-' || n || '@creators.example', true, now(), 'Bench ' || n
      from generate_series(0, ${creators - 1}) n`)
    await run(`insert into ledger_accounts (kind, user_id)
      select 'creator_pending', 'bench-' || n from generate_series(0, ${creators - 1}) n`)
    await run(`insert into ledger_entries (source_event, type, user_id, platform, creator_amount, views, occurred_at)
      select 'views:youtube:${randomUUID()}:' || i, 'view_revenue', 'bench-' || i % ${creators}, 'youtube', 35000, 1,
        now() - interval '363 days' * (1 - i::float8 / ${entries})
      from generate_series(1, ${entries}) i`)
    await run(`insert into ledger_lines (entry_id, account_id, amount)
      select e.id, l.account_id, l.amount from ledger_entries e
      join ledger_accounts c on c.user_id = e.user_id and c.kind = 'creator_pending'
      cross join (select max(id) filter (where kind = 'views_clearing') as clearing,
        max(id) filter (where kind = 'platform') as platform from ledger_accounts) s
      cross join lateral (values (s.clearing, -50000), (c.id, 35000), (s.platform, 15000)) l (account_id, amount)`)
    await run('set session_replication_role = origin')
    await run('vacuum analyze')
  })
}

/**
 * Reads an answer to its end and discards each chunk. @param onQuarter called after each quarter of the lines
 */
async function drain(
  body: AsyncIterable<Uint8Array>,
  onQuarter: () => Promise<void>,
): Promise<{ rows: number; bytes: number }> {
  let quarters = 0
  let [rows, bytes] = [0, 0]
  for await (const chunk of body) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === 10) rows += 1
    if (rows >= ((quarters + 1) * lines) / 4) {
      quarters += 1
      await onQuarter()
    }
  }
  return { rows, bytes }
}

/** The same rows straight from the database, without pages or conversion. @returns seconds */
async function copied(url: string): Promise<number> {
  const { Client } = await import('pg')
  const client = new Client({ connectionString: url })
  await client.connect()
  const begun = performance.now()
  const query = `copy (select e.id, e.occurred_at, e.type, e.source_event, a.kind, a.user_id, l.amount, e.reverses,
      e.facts ->> 'month', e.facts ->> 'reason'
    from ledger_entries e join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
    order by e.occurred_at, e.id, a.kind, a.user_id) to stdout with (format csv)`
  // The driver reads the copy's rows and discards them.
  await client.query(query)
  const took = (performance.now() - begun) / 1000
  await client.end()
  return took
}

/** @returns seconds, and the server's resident bytes before and at the peak */
async function exported(server: ServerProcess, client: ApiClient) {
  const start = await server.residentBytes()
  let peak = start
  const watch = setInterval(async () => {
    peak = Math.max(peak, await server.residentBytes())
  }, 50)
  const begun = performance.now()
  const response = await client.call(`${api.ledgerCsv}?from=${from}&to=${to}`)
  if (!response.ok || !response.body) throw new Error(`The export was refused: ${response.status}`)
  const quarters: string[] = []
  const size = await drain(response.body, async () => {
    quarters.push(megabytes(await server.residentBytes()))
  })
  const took = (performance.now() - begun) / 1000
  clearInterval(watch)
  return { took, start, peak, quarters, ...size }
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-export-'))
const database = await startEmbedded({ folder })
const url = database.url('postgres')
let server: ServerProcess | undefined
try {
  await migrate(url)
  const db = openDatabase(url, error => console.error(error))
  await fill(db)
  await db.destroy()
  server = await startServerProcess({ env: { DATABASE_URL: url, ROLE: 'web' } })
  const client = new ApiClient(server.url)
  await signInAtProvider(client, { email: 'admin@trailcut.example' })
  for (let run = 1; run <= 2; run++) {
    const plain = await copied(url)
    const { took, start, peak, quarters, rows, bytes } = await exported(server, client)
    console.log(
      `run ${run}: ${(rows - 1).toLocaleString('en-US')} lines, ${megabytes(bytes)} in ${took.toFixed(1)} s; bare COPY ${plain.toFixed(1)} s: ×${(took / plain).toFixed(1)}; resident ${megabytes(start)} at the start, ${megabytes(peak)} at most; after each quarter ${quarters.join(', ')}`,
    )
  }
} finally {
  await server?.stop()
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}
