import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Sandbox } from '#sandbox/index.ts'
import { type Config, ConfigError } from '#server/core/settings/config.ts'
import { holdDataDir } from '#server/core/settings/data-dir.ts'
import type { Clock } from './core/clock.ts'
import { openDatabase } from './core/db/database.ts'
import { startEmbedded } from './core/db/embedded.ts'
import { migrate } from './core/db/migrate.ts'
import { SessionLocks } from './core/db/session-locks.ts'
import { onSlowCalls } from './core/db/slow-calls.ts'
import { Jobs } from './core/jobs/jobs.ts'
import { learnLanguages } from './core/languages.ts'
import { smtpMailer } from './core/mailer.ts'
import { prepareMedia } from './core/media/isolation.ts'
import { CountedStore } from './core/objects/counted.ts'
import { FileCache } from './core/objects/file-cache.ts'
import { openBucket, openStore } from './core/objects/open.ts'
import type { KeptFiles, S3Store } from './core/objects/s3.ts'
import { loadOrCreateSecret, secretsFrom } from './core/secrets.ts'
import { openStripe } from './core/stripe.ts'
import type { Deps } from './deps.ts'
import { countStored, isOriginal } from './videos/index.ts'

/** What has to be closed again, in the order it was opened. */
export type Closing = (() => Promise<unknown>)[]

export interface Resources {
  deps: Deps
  /** null in production, and with settings for every vendor */
  sandbox: Sandbox | null
  smtp: { url: string; from: string }
  databaseUrl: string
  /** null: objects are in a folder */
  bucket: S3Store | null
  locks: SessionLocks
  closing: Closing
}

/**
 * Opens a server's resources: data folder, media tools, database, secrets, object store, queue and mail. In
 * sandbox mode also the sandboxes, which are loaded only there.
 */
export async function openResources(
  config: Config,
  { log, clock, closing }: { log: FastifyBaseLogger; clock: Clock; closing: Closing },
): Promise<Resources> {
  learnLanguages()
  await mkdir(config.dataDir, { recursive: true })
  const lock = await holdDataDir(config.dataDir, config.databaseUrl)
  closing.push(() => lock.release())
  const { problem, ...jail } = await prepareMedia({ dataDir: config.dataDir, strict: config.strictJail })
  log.info(jail, 'what holds for ffmpeg on this system')
  if (problem) log.warn(problem)

  const databaseUrl = config.databaseUrl ?? (await embedded(config, closing))
  await migrate(databaseUrl)
  const lost = (error: Error) => log.warn({ err: error }, 'a database connection broke')
  const db = openDatabase(databaseUrl, lost, config.pool)
  if (config.mode === 'production')
    onSlowCalls(error => log.warn({ err: error }, 'a slow call in a transaction'))
  closing.push(() => db.destroy())

  const locks = new SessionLocks(databaseUrl, log)
  closing.push(() => locks.close())

  const secrets = secretsFrom(config.secret ?? (await loadOrCreateSecret(config.dataDir)))
  const publicUrl = config.publicUrl ?? `http://127.0.0.1:${config.port}`
  let sandbox: Sandbox | null = null
  if (config.mode === 'sandbox' && needsSandbox(config)) {
    await holdSandbox(locks, log)
    const { startSandbox } = await import('#sandbox/index.ts')
    const started = await startSandbox({ config, publicUrl, secret: secrets.key('sandbox'), log })
    closing.push(() => started.close())
    sandbox = started
  }
  const bucket = await openBucket(config, keptOriginals(config, log, closing))
  const store = bucket ?? (await openStore(config))
  const objects = new CountedStore(store, countStored(db, config.budgets))
  await objects.check()
  const jobs = new Jobs(databaseUrl, log)
  closing.push(() => jobs.stop())

  const smtp = { url: config.smtpUrl ?? sandbox?.smtpUrl ?? '', from: config.mailFrom }
  const stripe = config.stripe ?? sandbox?.stripe
  const deps: Deps = {
    config,
    publicUrl,
    db,
    jobs,
    objects,
    mailer: smtpMailer(smtp),
    clock,
    secrets,
    stripe: stripe ? openStripe({ ...stripe, automaticTax: config.automaticTax }) : null,
    log,
  }
  return { deps, sandbox, smtp, databaseUrl, bucket, locks, closing }
}

async function embedded(config: Config, closing: Closing): Promise<string> {
  const database = await startEmbedded({ folder: path.join(config.dataDir, 'postgres') })
  closing.push(() => database.stop())
  return database.url('postgres')
}

/** Whether a vendor is missing in the settings, so that the sandbox takes its place. */
const needsSandbox = ({ google, oidc, smtpUrl, stripe, platforms }: Config): boolean =>
  !(google || oidc) ||
  !smtpUrl ||
  !stripe ||
  Object.values(platforms).some(({ credentials }) => credentials === null)

/** A killed sandbox has let go of its database by then. */
const sandboxTries = 10
const sandboxRetryMs = 300

/**
 * Sign-in, mails, payments and posts of a sandbox are known to its own process only. Two on one database would each know
 * half of them.
 * @throws ConfigError when another one runs on this database
 */
async function holdSandbox(locks: SessionLocks, log: FastifyBaseLogger): Promise<void> {
  const take = () => locks.tryTake('sandbox', () => void again())
  const again = async () => {
    await pause(sandboxRetryMs, undefined, { ref: false })
    const held = await take().catch(() => undefined)
    if (held === null) log.error('another sandbox took over this database')
    else if (held === undefined && !locks.closed) await again()
  }
  for (let tries = 0; tries < sandboxTries; tries++) {
    if (await take()) return
    await pause(sandboxRetryMs)
  }
  throw new ConfigError(
    'Another server with MODE=sandbox uses this database. A sandbox is one process: run it with ROLE=all alone, or give all servers the settings of every vendor',
  )
}

/** An original is needed several times within minutes, and then rarely. Deleted ones are gone everywhere by then. */
const keptUnusedMs = 6 * 3600_000
const expiryMs = 3600_000

/** Originals from the bucket that this machine keeps for its next jobs; null: none. */
function keptOriginals(config: Config, log: FastifyBaseLogger, closing: Closing): KeptFiles | null {
  if (!config.s3 || config.originalsCacheBytes === 0) return null
  const cache = new FileCache(path.join(config.dataDir, 'cache'), config.originalsCacheBytes)
  const expire = () =>
    cache.expire(keptUnusedMs).catch(error => log.error({ err: error }, 'kept originals were not deleted'))
  void expire()
  const timer = setInterval(expire, expiryMs).unref()
  closing.push(async () => clearInterval(timer))
  return { cache, holds: isOriginal }
}
