import { timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { sentences as common } from '#sentences/http.ts'
import { slowCalls } from '#server/core/db/slow-calls.ts'
import type { Jobs } from '#server/core/jobs/jobs.ts'
import type { Config } from '#server/core/settings/config.ts'
import { AppError } from './errors.ts'

/** A labeled number in /metrics that a slice computes on request. */
export interface Figure {
  name: string
  help: string
  label: string
  count(): Promise<Record<string, number>>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** All metrics, for Prometheus. */
    metrics: Registry
  }
}

interface Measured {
  config: Pick<Config, 'mode' | 'metrics'>
  /** statistics of every job queue */
  queues: Jobs['stats']
}

function measured({ queues }: Measured, figures: readonly Figure[]): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'jobs',
    help: 'Jobs by queue and state',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      for (const q of await queues()) {
        this.set({ queue: q.name, state: 'queued' }, q.queued)
        this.set({ queue: q.name, state: 'active' }, q.active)
        this.set({ queue: q.name, state: 'failed' }, q.failed)
      }
    },
  })
  new Gauge({
    name: 'slow_calls_in_transactions',
    help: 'Calls that waited for another machine or a second connection in an open transaction, since the start',
    labelNames: ['call'],
    registers: [registry],
    collect() {
      for (const [call, times] of slowCalls) this.set({ call }, times)
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
  return registry
}

/** Whether a request has the token, compared in constant time. */
function shows(authorization: string | undefined, token: string): boolean {
  const given = Buffer.from(authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/**
 * Measures every response and serves the metrics at /metrics: with the token if one is set, otherwise to
 * everyone in sandbox mode and to no one in production. With a separate metrics port they are not served
 * here.
 */
export function metricsRoute(app: FastifyInstance, given: Measured, figures: readonly Figure[]): void {
  const registry = measured(given, figures)
  app.decorate('metrics', registry)
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  const { mode, metrics } = given.config
  if (metrics.port !== undefined || (mode === 'production' && !metrics.token)) return
  app.get(
    '/metrics',
    { config: { permission: 'anyone' }, schema: { hide: true } },
    async (request, reply) => {
      if (metrics.token && !shows(request.headers.authorization, metrics.token))
        throw new AppError('unauthorized', common.metricsToken)
      reply.type(registry.contentType)
      return registry.metrics()
    },
  )
}

/**
 * Serves the metrics on a separate port, for a network that only the operator can reach. @returns its
 * address, and how to close it
 */
export async function serveMetrics(
  registry: Registry,
  { port, host }: { port: number; host: string },
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    try {
      const text = await registry.metrics()
      response.writeHead(200, { 'content-type': registry.contentType }).end(text)
    } catch (error) {
      response.writeHead(500).end((error as Error).message)
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
