import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { okAnswer } from '#contract/accounts.ts'
import { notificationPreferences } from '#contract/notifications.ts'
import { notification } from '#contract/videos.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { actorOf } from '#server/platform/http/permission.ts'
import { mailPreferenceRoutes } from './mail-preference-routes.ts'
import { preferencesOf, savePreferences } from './preferences.ts'
import { listNotifications, markAllRead, markRead } from './store.ts'
import { type StreamDeps, streamRoute } from './stream-route.ts'

/** The signed-in person's own notifications. */
export function notificationRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'log' | 'secrets'> & StreamDeps,
): void {
  mailPreferenceRoutes(app, deps)
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

  routes.post(
    '/api/notifications/read-all',
    { config, schema: { response: { 200: okAnswer } } },
    async request => {
      await markAllRead(deps.db, actorOf(request).id)
      return { ok: true as const }
    },
  )

  routes.get(
    '/api/notifications/preferences',
    { config, schema: { response: { 200: notificationPreferences } } },
    request => preferencesOf(deps.db, actorOf(request).id),
  )

  routes.put(
    '/api/notifications/preferences',
    { config, schema: { body: notificationPreferences, response: { 200: notificationPreferences } } },
    async request => {
      const { id } = actorOf(request)
      await savePreferences(deps.db, id, request.body)
      return preferencesOf(deps.db, id)
    },
  )

  streamRoute(app, deps)
}
