import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Sandbox } from '#sandbox/index.ts'
import type { Config } from '#server/core/settings/config.ts'
import { buildApp, buildHealthApp } from './app.ts'
import { type Clock, systemClock } from './core/clock.ts'
import { serveMetrics } from './core/http/metrics.ts'
import type { RecurringTask } from './core/jobs/recurring.ts'
import type { Deps } from './deps.ts'
import { modules } from './modules.ts'
import { type Closing, openResources } from './resources.ts'
import { buildSystem, type System } from './system.ts'
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

/** Starts the tasks that every process repeats by itself. */
function repeatEverywhere(system: System, closing: Closing): void {
  const stop = new AbortController()
  const { signal } = stop
  const { log } = system
  const repeated = async ({ name, everySeconds, run }: RecurringTask<System>) => {
    while (!signal.aborted) {
      await run(system, { signal, log }).catch(error => {
        if (!signal.aborted) log.error({ err: error, task: name }, 'a recurring task failed')
      })
      await pause(everySeconds * 1000, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  const all = modules.flatMap(module => module.everywhere ?? []).map(repeated)
  closing.push(async () => {
    stop.abort()
    await Promise.all(all)
  })
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
    if (config.tracing) {
      const { startTracing } = await import('./core/tracing/opentelemetry.ts')
      closing.push(startTracing(config.tracing, { role: config.role, log }))
    }
    const resources = await openResources(config, { log, clock, closing })
    const { deps, sandbox } = resources
    await deps.jobs.start(jobDefinitions)
    const system = await buildSystem(resources)
    for (const module of modules) await module.prepare?.(system)
    const app = await (config.role === 'worker' ? buildHealthApp : buildApp)(system, modules)
    closing.push(() => closeGently(app))
    if (config.role !== 'web') await startWorker(system, closing)
    repeatEverywhere(system, closing)
    if (config.metrics.port !== undefined) {
      const { port, host } = config.metrics
      const metrics = await serveMetrics(app.metrics, { port, host })
      closing.push(() => metrics.close())
    }
    await app.listen({ port: config.port, host: config.host })
    return { url: deps.publicUrl, deps, app, sandbox, close }
  } catch (error) {
    await close()
    throw error
  }
}
