import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { brand } from '#contract/brand.ts'
import { sentences as common } from '#sentences/http.ts'
import { refuseForeignOrigins } from '#server/accounts/index.ts'
import { validatorCompiler } from '#server/core/http/findings.ts'
import { implement } from '#server/core/http/implement.ts'
import { privateAnswers, securityHeaders } from '#server/core/http/security-headers.ts'
import { endStalledBodies } from './core/http/body.ts'
import { apiDocs } from './core/http/docs/api-docs.ts'
import { handleErrors, refuseAddress, refuseConnection } from './core/http/error-handler.ts'
import { AppError } from './core/http/errors.ts'
import { healthRoutes } from './core/http/health.ts'
import { metricsRoute } from './core/http/metrics.ts'
import { networkOf } from './core/http/network.ts'
import { limitNetworks, limitPeople } from './core/http/open-requests.ts'
import { guardOwnDecisions } from './core/http/own-decisions.ts'
import { guardRoutes } from './core/http/permission.ts'
import { requestLimits } from './core/http/request-limits.ts'
import { guardSandbox, refuseOtherNames } from './core/http/sandbox-door.ts'
import { securityTxt } from './core/http/security-txt.ts'
import { refuseUnstorableText } from './core/http/storable-text.ts'
import { fastifyTrust } from './core/http/trust-proxy.ts'
import { serveWebApp } from './core/http/web/web-app.ts'
import type { Module } from './core/module.ts'
import { stripeSources } from './core/stripe.ts'
import { traceRequests } from './core/tracing/trace.ts'
import type { System } from './system.ts'

const jsonBodyLimit = 256 * 1024

/** What monitoring asks of every role: /healthz, /readyz and /metrics. */
function healthOf(app: FastifyInstance, system: System, modules: readonly Module<System>[]): void {
  const { config, db, jobs, objects } = system
  const figures = modules.flatMap(module => module.metrics?.(system) ?? [])
  metricsRoute(app, { config, queues: () => jobs.stats() }, figures)
  healthRoutes(app, {
    database: () => sql`select 1`.execute(db),
    queue: () => jobs.stats(),
    store: () => objects.check(),
  })
}

/** The HTTP side of a worker, which takes no requests of people. */
export async function buildHealthApp(
  system: System,
  modules: readonly Module<System>[],
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: system.log,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: refuseAddress,
    clientErrorHandler: refuseConnection,
  })
  handleErrors(app)
  healthOf(app, system, modules)
  return app
}

/** The whole HTTP side: the platform's rules for every request, then the routes of each module as a plugin. */
export async function buildApp(system: System, modules: readonly Module<System>[]): Promise<FastifyInstance> {
  const { config, publicUrl, log, accounts, open, sandbox } = system
  const app = Fastify({
    loggerInstance: log,
    // Appears in responses, log and audit log: no two requests share one, even across restarts.
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: jsonBodyLimit,
    trustProxy: fastifyTrust(config.trustProxy),
    // Uploads over slow connections take as long as they need; only the headers have a deadline.
    requestTimeout: 0,
    keepAliveTimeout: 75_000,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: refuseAddress,
    clientErrorHandler: refuseConnection,
  })
  app.server.headersTimeout = 20_000
  app.decorate('mediaOffload', config.mediaOffload)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  handleErrors(app)
  traceRequests(app)

  const { widget } = accounts
  const secure = publicUrl.startsWith('https:')
  const sources = [...(widget ? [widget.source] : []), ...stripeSources(system.stripe)]
  securityHeaders(app, { secure, sources })
  privateAnswers(app)
  // After the headers, so that refusals have them too.
  limitNetworks(app, open, config)
  refuseOtherNames(app, config, publicUrl)
  guardSandbox(app, config.sandboxPassword)
  // The checks below read the session from its cookie.
  await app.register(cookie)
  guardRoutes(app, accounts.authenticate)
  guardOwnDecisions(app, system.ownership)
  limitPeople(app, open)
  refuseForeignOrigins(app, system)
  endStalledBodies(app, config.bodyIdleMs)
  refuseUnstorableText(app)
  await app.register(rateLimit, {
    global: false,
    store: requestLimits(system.db),
    // A subscriber with a whole IPv6 network counts once.
    keyGenerator: ({ routeOptions: { method, url }, ip }) => `${method} ${url} ${networkOf(ip)}`,
    errorResponseBuilder: (_request, context) =>
      new AppError('too_many_requests', common.tooManyAttempts, {
        retryAfterSeconds: Math.ceil(context.ttl / 1000),
      }),
  })
  apiDocs(app, { open: config.apiDocs })
  securityTxt(app, system)
  healthOf(app, system, modules)

  implement(app, 'app', async () => ({
    mode: config.mode,
    brand,
    support: config.supportContact ?? `mailto:${/<(.+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom}`,
    signIn: {
      origin: new URL(publicUrl).origin,
      widget: widget && { clientId: widget.clientId, script: widget.script },
    },
  }))
  for (const { routes } of modules) if (routes) await app.register(async scope => routes(scope, system))
  sandbox?.routes(app)
  await serveWebApp(app, { origin: new URL(publicUrl).origin })
  return app
}
