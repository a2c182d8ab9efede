import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startFauxqs } from 'fauxqs'
import { sql } from 'kysely'
import { pino } from 'pino'
import { type Sandbox, startSandbox } from '#sandbox/index.ts'
import { systemClock } from '#server/core/clock.ts'
import { type Database, openDatabase } from '#server/core/db/database.ts'
import { startEmbedded } from '#server/core/db/embedded.ts'
import { migrate } from '#server/core/db/migrate.ts'
import { freePort } from '#server/core/free-port.ts'
import { FolderStore } from '#server/core/objects/folder.ts'
import { secretsFrom } from '#server/core/secrets.ts'
import { readConfig } from '#server/core/settings/config.ts'
import { networksOf } from '#server/platforms/index.ts'
import { connectSandboxes } from '#server/publishing/channels/sandboxes.ts'
import { databaseClock } from '#server/publishing/time.ts'
import { noJobs } from '../jobs.ts'
import { startProxy, type TestProxy } from '../proxy.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'

export const adminEmail = 'admin@riders.example'
const accessKey = { S3_ACCESS_KEY_ID: 'test', S3_SECRET_ACCESS_KEY: 'test' }

/** One process of the product, which is killed and started again with the same folder and port. */
export interface Machine {
  role: 'web' | 'worker'
  port: number
  /** null: it is down */
  running: ServerProcess | null
  start(): Promise<void>
  /** @param how at once, or as an operator stops it */
  end(how: 'kill' | 'stop'): Promise<void>
}

export interface ChaosCluster {
  /** The proxy's address, which people use. */
  url: string
  proxy: TestProxy
  db: Database
  vendors: Sandbox
  machines: Machine[]
  database: { stop(): Promise<void>; start(): Promise<void> }
  /** How many calls the object store refused. */
  refusedByStore(): number
  close(): Promise<void>
}

/** An object store in front of which a share of the calls is refused, as a busy one does. */
async function startStore(share: number, below: (limit: number) => number) {
  const store = await startFauxqs({ port: 0, logger: false })
  store.createBucket('trailcut')
  const front = await startProxy(store.port)
  let refused = 0
  front.refuse = () => {
    if (below(10_000) >= share * 10_000) return undefined
    refused++
    return 503
  }
  return {
    refused: () => refused,
    env: { S3_BUCKET: 'trailcut', S3_ENDPOINT: front.url, S3_FORCE_PATH_STYLE: '1', ...accessKey },
    async close() {
      await front.stop()
      await store.stop()
    },
  }
}

/** Settings of servers that name every vendor, whose sandboxes run elsewhere. */
function settingsOf({ oidcIssuer, clientId, clientSecret, smtpUrl, stripe, social }: Sandbox) {
  const { youtube, tiktok, facebook } = social
  if (!stripe || !youtube || !tiktok || !facebook) throw new Error('A sandbox does not run')
  return {
    ...{ OIDC_ISSUER: oidcIssuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret },
    SMTP_URL: smtpUrl,
    ...{ STRIPE_SECRET_KEY: stripe.secretKey, STRIPE_PUBLISHABLE_KEY: stripe.publishableKey },
    ...{ STRIPE_WEBHOOK_SECRET: stripe.webhookSecret, STRIPE_API_BASE: stripe.apiBase ?? '' },
    ...{ STRIPE_PRICE_PREMIUM: stripe.prices.premium, STRIPE_PRICE_PRO: stripe.prices.pro },
    ...{ YOUTUBE_CLIENT_ID: youtube.credentials.id, YOUTUBE_CLIENT_SECRET: youtube.credentials.secret },
    ...{ YOUTUBE_API_URL: youtube.url, YOUTUBE_ANALYTICS_URL: youtube.url },
    ...{ YOUTUBE_AUTH_URL: `${youtube.url}/o/oauth2/v2/auth`, YOUTUBE_TOKEN_URL: `${youtube.url}/token` },
    ...{ YOUTUBE_WATCH_URL: `${youtube.url}/watch?v=`, YOUTUBE_DAILY_UNITS: '100000000' },
    ...{ TIKTOK_CLIENT_KEY: tiktok.credentials.id, TIKTOK_CLIENT_SECRET: tiktok.credentials.secret },
    ...{ TIKTOK_API_URL: tiktok.url, TIKTOK_AUTH_URL: `${tiktok.url}/v2/auth/authorize/` },
    ...{ FACEBOOK_APP_ID: facebook.credentials.id, FACEBOOK_APP_SECRET: facebook.credentials.secret },
    ...{ FACEBOOK_API_URL: facebook.url, FACEBOOK_UPLOAD_URL: facebook.url },
    ...{ FACEBOOK_AUTH_URL: `${facebook.url}/dialog/oauth`, FACEBOOK_WATCH_URL: `${facebook.url}/reel/` },
    ...Object.fromEntries(
      ['YOUTUBE', 'TIKTOK', 'FACEBOOK'].flatMap(name => [
        [`${name}_PER_HOUR`, '100000'],
        [`${name}_PER_DAY`, '100000'],
      ]),
    ),
  }
}

/** Limits that the crowd, which is few people who do a lot, would reach. */
const roomy = {
  CPU_MINUTES_PER_DAY_UNVERIFIED: '10000',
  CPU_MINUTES_PER_DAY: '10000',
  UNVERIFIED_OPEN_UPLOADS: '1000',
  UNVERIFIED_GB: '1000',
  UNVERIFIED_MINUTES: '10000',
  ACCOUNT_OPEN_UPLOADS: '1000',
}

function machineOf(
  role: Machine['role'],
  port: number,
  dataDir: string,
  env: Record<string, string>,
): Machine {
  const machine: Machine = {
    role,
    port,
    running: null,
    async start() {
      machine.running = await startServerProcess({ dataDir, port, env: { ...env, ROLE: role } })
    },
    async end(how) {
      const { running } = machine
      // From now on the proxy asks another one.
      machine.running = null
      await running?.[how]()
    },
  }
  return machine
}

/** A PostgreSQL that can be stopped and started again at the same address, with the product's tables. */
async function startDatabase(folder: string) {
  const port = await freePort()
  // Each process has up to 19 connections.
  const start = () => startEmbedded({ folder, port, settings: { fsync: 'off', max_connections: '200' } })
  let running = await start()
  const url = running.url('postgres')
  await migrate(url)
  return {
    url,
    stop: () => running.stop(),
    async start() {
      running = await start()
    },
  }
}

/**
 * Web servers and workers as processes of their own, with a PostgreSQL, an object store that refuses a share of the calls, a
 * proxy that gives each request to the next web server, and sandboxes of all vendors in this process.
 */
export async function startCluster(given: {
  webs: number
  workers: number
  refusedShare: number
  below: (limit: number) => number
}): Promise<ChaosCluster> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-chaos-'))
  const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    const log = pino({ level: 'silent' })
    const database = await startDatabase(path.join(folder, 'postgres'))
    closing.push(() => database.stop())
    const store = await startStore(given.refusedShare, given.below)
    closing.push(() => store.close())
    const machines: Machine[] = []
    let asked = 0
    const up = () => machines.filter(one => one.role === 'web' && one.running)
    const proxy = await startProxy(() => up()[asked++ % Math.max(1, up().length)]?.port ?? 1)
    closing.push(() => proxy.stop())
    const config = readConfig({ DATA_DIR: folder, PORT: String(await freePort()) })
    const vendors = await startSandbox({ config, publicUrl: proxy.url, secret: 's'.repeat(32), log })
    closing.push(() => vendors.close())
    for (const { platform } of Object.values(vendors.social)) {
      platform.delays = { processing: 0, moderation: 0 }
      platform.throttled = false
    }
    const secret = randomBytes(32).toString('hex')
    const env = {
      ...settingsOf(vendors),
      ...store.env,
      ...roomy,
      ...{ DATABASE_URL: database.url, SECRET: secret, PUBLIC_URL: proxy.url, TRUST_PROXY: '1' },
      ...{ ADMIN_EMAILS: adminEmail, PAYOUT_HOLD_DAYS: '0', MIN_FREE_DISK_MB: '0' },
      LOG_LEVEL: process.env.CHAOS_LOG ?? 'silent',
    }
    const db = openDatabase(database.url, () => undefined, { max: 4 })
    closing.push(() => db.destroy())
    for (let n = 0; n < given.webs + given.workers; n++)
      machines.push(
        machineOf(
          n < given.webs ? 'web' : 'worker',
          await freePort(),
          path.join(folder, `machine-${n}`),
          env,
        ),
      )
    closing.push(async () => {
      for (const machine of machines) await machine.end('kill')
    })
    for (const machine of machines) await machine.start()
    await connectSandboxes(
      {
        ...{ db, log, publicUrl: proxy.url, secrets: secretsFrom(secret), time: databaseClock },
        jobs: noJobs(),
        objects: new FolderStore(path.join(folder, 'none')),
        networks: networksOf(readConfig(env).platforms, {}, systemClock),
      },
      vendors.social,
    )
    return { url: proxy.url, proxy, db, vendors, machines, database, refusedByStore: store.refused, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Ends a share of the servers' connections to the database. @returns how many */
export async function cutConnections(db: Database, below: (limit: number) => number): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where pid <> pg_backend_pid() and datname = current_database() and backend_type = 'client backend'`.execute(
    db,
  )
  const chosen = rows.filter(() => below(3) === 0).map(({ pid }) => pid)
  await sql`select pg_terminate_backend(pid) from unnest(${chosen}::int[]) as pid`.execute(db)
  return chosen.length
}
