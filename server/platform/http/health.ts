import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { type Figure, metricsRoute } from './metrics.ts'

const withTimeout = async (name: string, check: Promise<unknown>): Promise<[string, string]> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer within 2 s')), 2000)
  })
  try {
    await Promise.race([check, late])
    return [name, 'ok']
  } catch (error) {
    return [name, (error as Error).message]
  } finally {
    clearTimeout(timer)
  }
}

/** Liveness, readiness (database, queue and store are really asked) and Prometheus metrics. */
export function healthRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'jobs' | 'objects' | 'log' | 'config'>,
  figures: readonly Figure[] = [],
): void {
  const config = { permission: 'public' as const }
  metricsRoute(app, deps, figures)

  app.get('/healthz', { config, schema: { hide: true } }, async () => ({ ok: true }))

  app.get('/readyz', { config, schema: { hide: true } }, async (_request, reply) => {
    const results = await Promise.all([
      withTimeout('database', sql`select 1`.execute(deps.db)),
      withTimeout('queue', deps.jobs.stats()),
      withTimeout('store', deps.objects.check()),
    ])
    const broken = results.filter(([, state]) => state !== 'ok')
    for (const [name, reason] of broken) deps.log.error({ part: name, reason }, 'not ready')
    const shown = Object.fromEntries(
      results.map(([name, state]) => [name, state === 'ok' ? 'ok' : 'failing']),
    )
    return reply.status(broken.length ? 503 : 200).send(shown)
  })
}
