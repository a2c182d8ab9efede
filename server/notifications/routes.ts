import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { okAnswer } from '#contract/accounts.ts'
import { notification } from '#contract/videos.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { actorOf } from '#server/platform/http/permission.ts'
import { listNotifications, markRead } from './store.ts'

/** The signed-in person's own notifications. */
export function notificationRoutes(app: FastifyInstance, deps: Pick<Deps, 'db'>): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const config = { permission: 'notification:own' as const }

  routes.get(
    '/api/notifications',
    { config, schema: { response: { 200: z.array(notification) } } },
    request => listNotifications(deps.db, actorOf(request).id),
  )

  routes.post(
    '/api/notifications/:id/read',
    { config, schema: { params: z.object({ id: z.uuid() }), response: { 200: okAnswer } } },
    async request => {
      if (!(await markRead(deps.db, actorOf(request).id, request.params.id)))
        throw notFound('The notification')
      return { ok: true as const }
    },
  )
}
