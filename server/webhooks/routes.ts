import type { FastifyInstance } from 'fastify'
import { auditorOf } from '#server/audit/index.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import type { Deps } from '#server/deps.ts'
import {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
} from './store.ts'

/** The signed-in person's own webhooks. */
export function webhookRoutes(app: FastifyInstance, deps: Deps): void {
  implement(app, 'webhooks', request => listWebhooks(deps.db, actorOf(request).id))

  implement(app, 'createWebhook', { rateLimit: perMinute(20) }, request =>
    createWebhook(deps, auditorOf(request), actorOf(request).id, request.body),
  )

  implement(app, 'deleteWebhook', async request => {
    await deleteWebhook(deps, auditorOf(request), { userId: actorOf(request).id, ...request.params })
    return { ok: true as const }
  })

  implement(app, 'enableWebhook', { rateLimit: perMinute(20) }, request =>
    enableWebhook(deps.db, actorOf(request).id, request.params.webhookId),
  )

  implement(app, 'webhookDeliveries', request =>
    listDeliveries(deps.db, actorOf(request).id, request.params.webhookId),
  )

  implement(app, 'replayDelivery', { rateLimit: perMinute(30) }, request =>
    replayDelivery(deps, actorOf(request).id, request.params),
  )
}
