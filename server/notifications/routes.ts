import type { FastifyInstance } from 'fastify'
import { notFound } from '#server/core/http/errors.ts'
import { implement } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import { wordingFor } from '#server/core/language.ts'
import type { Deps } from '#server/deps.ts'
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

  implement(app, 'notifications', request =>
    listNotifications(deps.db, actorOf(request).id, wordingFor(request)),
  )

  implement(app, 'notificationRead', async request => {
    if (!(await markRead(deps.db, actorOf(request).id, request.params.id))) throw notFound('notification')
    return { ok: true as const }
  })

  implement(app, 'notificationsReadAll', async request => {
    await markAllRead(deps.db, actorOf(request).id)
    return { ok: true as const }
  })

  implement(app, 'notificationPreferences', request => preferencesOf(deps.db, actorOf(request).id))

  implement(app, 'setNotificationPreferences', async request => {
    const { id } = actorOf(request)
    await savePreferences(deps.db, id, request.body)
    return preferencesOf(deps.db, id)
  })

  streamRoute(app, deps)
}
