import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Deps } from '#server/deps.ts'

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

/** A number by label for /metrics that a slice counts when it is asked. */
export interface Figure {
  name: string
  help: string
  label: string
  count(): Promise<Record<string, number>>
}

/** Liveness, readiness (database, queue and store are really asked) and Prometheus metrics. */
export function healthRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'jobs' | 'objects' | 'log'>,
  figures: readonly Figure[] = [],
): void {
  const config = { permission: 'public' as const }
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'jobs',
    help: 'Jobs by queue and state',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      for (const q of await deps.jobs.stats()) {
        this.set({ queue: q.name, state: 'queued' }, q.queued)
        this.set({ queue: q.name, state: 'active' }, q.active)
        this.set({ queue: q.name, state: 'failed' }, q.failed)
      }
    },
  })
  for (const { name, help, label, count } of figures)
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        for (const [value, number] of Object.entries(await count())) this.set({ [label]: value }, number)
      },
    })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })

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

  app.get('/metrics', { config, schema: { hide: true } }, async (_request, reply) => {
    reply.type(registry.contentType)
    return registry.metrics()
  })
}
