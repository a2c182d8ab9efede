import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Sandbox } from '#sandbox/index.ts'
import type { Config } from '#server/core/settings/config.ts'
import { buildApp } from './app.ts'
import { type Clock, systemClock } from './core/clock.ts'
import { serveMetrics } from './core/http/metrics.ts'
import type { Deps } from './deps.ts'
import { modules } from './modules.ts'
import { type Closing, openResources } from './resources.ts'
import { buildSystem } from './system.ts'
import { jobDefinitions, startWorker } from './worker.ts'

export interface RunningServer {
  /** The address where people reach it. */
  url: string
  deps: Deps
  app: FastifyInstance
  sandbox: Sandbox | null
  close(): Promise<void>
}

/** Requests in progress get this long to finish; an interrupted upload resumes after the next start. */
const closingMs = 3000

async function closeGently(app: FastifyInstance): Promise<void> {
  const impatience = setTimeout(() => app.server.closeAllConnections(), closingMs)
  await app.close()
  clearTimeout(impatience)
}

/**
 * Builds and starts a whole server from its settings. close() closes everything opened, in reverse order; so
 * does a later step that fails.
 * @throws ConfigError, DataDirTakenError, EmbeddedDatabaseError, MigrationError: one line for the operator
 * each
 */
export async function startServer(
  config: Config,
  log: FastifyBaseLogger,
  clock: Clock = systemClock,
): Promise<RunningServer> {
  const closing: Closing = []
  const close = async () => {
    for (const step of closing.splice(0).reverse())
      await step().catch(error => log.error({ err: error }, 'a part did not close cleanly'))
  }
  try {
    const resources = await openResources(config, { log, clock, closing })
    const { deps, sandbox } = resources
    await deps.jobs.start(jobDefinitions)
    const system = await buildSystem(resources)
    for (const module of modules) await module.prepare?.(system)
    const app = await buildApp(system, modules)
    closing.push(() => closeGently(app))
    if (config.role !== 'web') await startWorker(system, closing)
    if (config.metrics.port !== undefined) {
      const { port, host } = config.metrics
      const metrics = await serveMetrics(app.metrics, { port, host })
      closing.push(() => metrics.close())
    }
    if (config.role !== 'worker') await app.listen({ port: config.port, host: config.host })
    return { url: deps.publicUrl, deps, app, sandbox, close }
  } catch (error) {
    await close()
    throw error
  }
}
