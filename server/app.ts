import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { appInfo } from '#contract/app.ts'
import { brand } from '#contract/brand.ts'
import {
  type Accounts,
  accountRoutes,
  bearsSession,
  refuseForeignOrigins,
  sessionGoesOn,
} from '#server/accounts/index.ts'
import { adminRoutes, ledgerFigures } from '#server/admin/index.ts'
import { analysisRoutes } from '#server/analysis/index.ts'
import { clipRoutes } from '#server/clips/index.ts'
import { earningsOfVideos, earningsRoutes } from '#server/earnings/index.ts'
import { type LiveNotifications, notificationRoutes } from '#server/notifications/index.ts'
import { moneyOfPerson, payoutRoutes } from '#server/payouts/index.ts'
import { privacyRoutes } from '#server/privacy/index.ts'
import {
  type PublishingDeps,
  publishForReview,
  publishingMetrics,
  publishingRoutes,
  releasesGoOut,
} from '#server/publishing/index.ts'
import { publishHere, reviewRoutes } from '#server/review/index.ts'
import { streamRoutes } from '#server/streaming/index.ts'
import { subscriptionRoutes } from '#server/subscriptions/index.ts'
import { type Incoming, mayWatch, priceMetrics, uploadRoutes, videoRoutes } from '#server/videos/index.ts'
import type { Deps } from './deps.ts'
import { apiDocs } from './platform/http/api-docs.ts'
import { endStalledBodies } from './platform/http/body.ts'
import { handleErrors } from './platform/http/error-handler.ts'
import { AppError } from './platform/http/errors.ts'
import { healthRoutes } from './platform/http/health.ts'
import { networkOf } from './platform/http/network.ts'
import { limitNetworks, limitPeople, OpenRequests } from './platform/http/open-requests.ts'
import { guardRoutes } from './platform/http/permission.ts'
import { privateAnswers } from './platform/http/private-answers.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { securityTxt } from './platform/http/security-txt.ts'
import { refuseUnstorableText } from './platform/http/storable-text.ts'
import { fastifyTrust } from './platform/http/trust-proxy.ts'
import { serveWebApp } from './platform/http/web-app.ts'
import { guestsOfStripe } from './platform/stripe.ts'

export interface AppParts {
  deps: Deps
  accounts: Accounts
  incoming: Incoming
  live: LiveNotifications
  publishing: PublishingDeps
  /** Sandbox pages; absent in production. */
  sandboxRoutes?: ((app: FastifyInstance) => void) | undefined
}

const jsonBodyLimit = 256 * 1024

/** The whole HTTP side: used by main.ts and by every test, with the same settings. */
export async function buildApp({
  deps,
  accounts,
  incoming,
  live,
  publishing,
  sandboxRoutes,
}: AppParts): Promise<FastifyInstance> {
  const secure = deps.publicUrl.startsWith('https:')
  const app = Fastify({
    loggerInstance: deps.log,
    // Named in answers, log and audit log: no two requests share one, also not after a restart.
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: jsonBodyLimit,
    trustProxy: fastifyTrust(deps.config.trustProxy),
    // Uploads over bad lines take as long as they take; only the headers have a deadline.
    requestTimeout: 0,
    keepAliveTimeout: 75_000,
    routerOptions: { maxParamLength: 300 },
  })
  app.server.headersTimeout = 20_000
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  handleErrors(app)

  const { widget } = accounts
  const guests = [...(widget ? [widget.guest] : []), ...guestsOfStripe(deps.stripe)]
  await app.register(helmet, securityHeaders({ secure, guests }))
  privateAnswers(app)
  // After the headers: a refusal carries them too.
  const open = new OpenRequests(deps.config.openRequests)
  limitNetworks(app, open, deps.config)
  guardRoutes(app, accounts.authenticate)
  limitPeople(app, open)
  refuseForeignOrigins(app, deps)
  endStalledBodies(app, deps.config.bodyIdleMs)
  refuseUnstorableText(app)
  await app.register(cookie)
  await app.register(rateLimit, {
    global: false,
    // A subscriber with a whole IPv6 network counts once.
    keyGenerator: request => networkOf(request.ip),
    errorResponseBuilder: (_request, context) =>
      new AppError('too_many_requests', 'Too many attempts. Please wait a moment and try again.', {
        retryAfterSeconds: Math.ceil(context.ttl / 1000),
      }),
  })
  await apiDocs(app, { open: deps.config.apiDocs })
  securityTxt(app, deps)
  healthRoutes(app, deps, [...publishingMetrics(publishing), ...priceMetrics(deps)])

  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/app',
    {
      config: { permission: 'public' },
      schema: {
        summary: 'How this server runs and how one signs in to it',
        tags: ['accounts'],
        response: { 200: appInfo },
      },
    },
    async () => ({
      mode: deps.config.mode,
      brand,
      signIn: {
        origin: new URL(deps.publicUrl).origin,
        widget: widget && { clientId: widget.clientId, script: widget.script },
      },
    }),
  )
  accountRoutes(app, deps, accounts)
  videoRoutes(app, { ...deps, incoming, earningsOf: ids => earningsOfVideos(deps.db, ids) })
  await app.register(scope => uploadRoutes(scope, { ...deps, incoming, open }))
  streamRoutes(app, deps, (streamId, actor) => mayWatch(deps, streamId, actor))
  analysisRoutes(app, deps)
  clipRoutes(app, deps)
  notificationRoutes(app, { ...deps, live, goesOn: actor => sessionGoesOn(deps, actor) })
  earningsRoutes(app, deps)
  payoutRoutes(app, deps)
  subscriptionRoutes(app, deps)
  privacyRoutes(app, { ...deps, incoming }, moneyOfPerson(deps.db))
  // A server that nobody can connect such a channel to has its own video host only.
  const publisher = releasesGoOut(publishing) ? publishForReview(publishing) : publishHere
  reviewRoutes(app, { ...deps, publisher })
  publishingRoutes(app, publishing)
  adminRoutes(app, { ...deps, money: ledgerFigures })
  sandboxRoutes?.(app)
  await serveWebApp(app, { bearsSession })
  return app
}
