import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type Sandbox, startSandbox } from '#sandbox/index.ts'
import {
  adoptIssuers,
  buildAccounts,
  issuersInForce,
  keepSuspendedAddresses,
  sweepAccounts,
} from '#server/accounts/index.ts'
import { enqueueDigests, foldTallies, ledgerFigures } from '#server/admin/index.ts'
import { requestAnalysis } from '#server/analysis/index.ts'
import { enqueueClipStripping } from '#server/clips/index.ts'
import { MailSender } from '#server/mail/index.ts'
import { LiveNotifications, wants } from '#server/notifications/index.ts'
import { moneyOf, moneyRoundJob } from '#server/payouts/index.ts'
import { networksOf } from '#server/platforms/index.ts'
import { sweepDeletedAccounts } from '#server/privacy/index.ts'
import {
  connectStandIns,
  databaseClock,
  PublishingRounds,
  PublishingWorker,
} from '#server/publishing/index.ts'
import { staleBefore, sweepPresence } from '#server/review/index.ts'
import { sweepRetired } from '#server/streaming/index.ts'
import {
  countsOf,
  enqueueStripping,
  Incoming,
  recoverVideos,
  sealOldOriginals,
  sweepUploads,
} from '#server/videos/index.ts'
import { buildApp } from './app.ts'
import type { Deps } from './deps.ts'
import { sweepBudgets } from './platform/budget.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { holdDataDir } from './platform/data-dir.ts'
import { openDatabase } from './platform/db/database.ts'
import { startEmbedded } from './platform/db/embedded.ts'
import { migrate } from './platform/db/migrate.ts'
import { serveMetrics } from './platform/http/metrics.ts'
import { Jobs } from './platform/jobs/jobs.ts'
import { smtpMailer } from './platform/mail/smtp.ts'
import { prepareMedia } from './platform/media/isolation.ts'
import { FolderStore } from './platform/objects/folder.ts'
import { S3Store } from './platform/objects/s3.ts'
import { loadOrCreateSecret, secretsFrom } from './platform/secrets.ts'
import { openStripe } from './platform/stripe.ts'
import { buildWorker, jobDefinitions } from './worker.ts'

export interface RunningServer {
  /** Where people reach it. */
  url: string
  deps: Deps
  app: FastifyInstance
  sandbox: Sandbox | null
  close(): Promise<void>
}

const sweepEveryMs = 3600_000
const digestEveryMs = 5 * 60_000

/** Requests under way get this long to end; an upload that is cut off is resumed after the next start. */
const lastWordsMs = 3000

async function closeGently(app: FastifyInstance): Promise<void> {
  const impatience = setTimeout(() => app.server.closeAllConnections(), lastWordsMs)
  await app.close()
  clearTimeout(impatience)
}

/**
 * Builds a whole server from its settings and starts it. Whatever was opened is closed again, in reverse,
 * by close() and when a later step fails.
 * @throws ConfigError, DataDirTakenError, EmbeddedDatabaseError, MigrationError: one line for the operator each
 */
export async function startServer(
  config: Config,
  log: FastifyBaseLogger,
  clock: Clock = systemClock,
): Promise<RunningServer> {
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of closing.splice(0).reverse())
      await step().catch(error => log.error({ err: error }, 'a part did not close cleanly'))
  }
  try {
    await mkdir(config.dataDir, { recursive: true })
    const held = await holdDataDir(config.dataDir)
    closing.push(() => held.release())

    log.info(await prepareMedia([config.dataDir]), 'what holds for ffmpeg on this system')

    const databaseUrl = config.databaseUrl ?? (await embedded(config, closing))
    await migrate(databaseUrl)
    const db = openDatabase(databaseUrl, error => log.warn({ err: error }, 'a database connection broke'))
    closing.push(() => db.destroy())

    const secrets = secretsFrom(config.secret ?? (await loadOrCreateSecret(config.dataDir)))
    const publicUrl = config.publicUrl ?? `http://127.0.0.1:${config.port}`
    const sandbox =
      config.mode === 'sandbox'
        ? await startSandbox({ config, publicUrl, secret: secrets.key('sandbox'), log })
        : null
    if (sandbox) closing.push(() => sandbox.close())

    const objects = config.s3 ? new S3Store(config.s3) : new FolderStore(path.join(config.dataDir, 'objects'))
    await objects.check()
    const incoming = new Incoming({
      dataDir: config.dataDir,
      maxBytes: config.maxUploadBytes,
      idleMs: config.uploadIdleMs,
      minFreeDisk: config.minFreeDisk,
    })
    await incoming.prepare()
    const jobs = new Jobs(databaseUrl, log)
    closing.push(() => jobs.stop())
    await jobs.start(jobDefinitions as never)

    const smtp = { url: config.smtpUrl ?? sandbox?.smtpUrl ?? '', from: config.mailFrom }
    const mailer = smtpMailer(smtp)
    const stripe = config.stripe ?? sandbox?.stripe
    const deps: Deps = {
      config,
      publicUrl,
      db,
      jobs,
      objects,
      mailer,
      clock,
      secrets,
      stripe: stripe ? openStripe(stripe) : null,
      log,
    }
    const accounts = buildAccounts(deps, {
      sandbox,
      stats: async userId => ({
        ...(await countsOf(db, userId)),
        ...(await moneyOf(db, [userId])).get(userId),
      }),
    })
    for (const provider of await adoptIssuers(db, issuersInForce(config, accounts.provider)))
      log.warn(
        { provider },
        'another issuer stands under this name: identities of the one before are put aside',
      )
    const live = new LiveNotifications(databaseUrl, log)
    await live.start()
    closing.push(() => live.close())
    const social = sandbox?.social ?? {}
    const networks = networksOf(config.platforms, social, clock)
    const publishing = { ...deps, networks, time: databaseClock }
    await connectStandIns(publishing, social)
    const sandboxRoutes = sandbox?.routes
    const app = await buildApp({ deps, accounts, incoming, sandboxRoutes, live, publishing })
    closing.push(() => closeGently(app))

    if (config.role !== 'web') {
      // The database is this server's own, so whoever held these jobs is dead.
      if (!config.databaseUrl) await jobs.releaseOrphans(db)
      await recoverVideos({
        ...deps,
        incoming,
        requestAnalysis: (tx, videoId) => requestAnalysis(deps, tx, videoId),
      })
      const sealing = new AbortController()
      const sealed = sealOldOriginals(deps, sealing.signal).catch(error =>
        log.error({ err: error }, 'originals of an earlier version could not be sealed'),
      )
      closing.push(() => {
        sealing.abort()
        return sealed
      })
      await jobs.work(buildWorker(deps))
      const publisher = new PublishingWorker(publishing)
      publisher.start()
      closing.push(() => publisher.stop())
      const rounds = new PublishingRounds(publishing)
      rounds.start()
      closing.push(() => rounds.stop())
      const patient = smtpMailer({ ...smtp, patienceMs: 600_000 })
      const sender = new MailSender({ ...deps, mailer: patient, wants })
      sender.start()
      closing.push(() => sender.stop())
      const digests = setInterval(
        () =>
          void enqueueDigests({ ...deps, money: ledgerFigures }).catch(error =>
            log.error({ err: error }, 'weekly mails could not be put on their way'),
          ),
        digestEveryMs,
      )
      closing.push(async () => clearInterval(digests))
    }
    await keepSuspendedAddresses(db, deps.secrets)
    const sweep = async () => {
      await sweepUploads({ ...deps, incoming }, clock.now())
      await sweepRetired(deps, clock.now())
      await enqueueStripping(deps)
      await enqueueClipStripping(deps)
      await sweepAccounts(db, clock.now())
      await sweepBudgets(db, clock.now())
      await sweepDeletedAccounts({ ...deps, incoming })
      await jobs.send(db, moneyRoundJob, {})
      await foldTallies(db)
      await sweepPresence(db, staleBefore(clock.now()))
    }
    await sweep()
    const timer = setInterval(
      () => void sweep().catch(error => log.error({ err: error }, 'sweep failed')),
      sweepEveryMs,
    )
    closing.push(async () => clearInterval(timer))

    if (config.metrics.port !== undefined) {
      const metrics = await serveMetrics(app.metrics, {
        port: config.metrics.port,
        host: config.metrics.host,
      })
      closing.push(() => metrics.close())
    }
    if (config.role !== 'worker') await app.listen({ port: config.port, host: config.host })
    return { url: publicUrl, deps, app, sandbox, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function embedded(config: Config, closing: (() => Promise<unknown>)[]): Promise<string> {
  const database = await startEmbedded({ folder: path.join(config.dataDir, 'postgres') })
  closing.push(() => database.stop())
  return database.url('postgres')
}
