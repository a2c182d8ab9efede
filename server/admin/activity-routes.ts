import type { FastifyInstance } from 'fastify'
import { implement } from '#server/core/http/implement.ts'
import { spokenTo } from '#server/core/language.ts'
import { activity } from './activity.ts'
import type { AdminDeps } from './deps.ts'

/** Recent activity on anything, on one video, or on one person. */
export function activityRoutes(app: FastifyInstance, { db }: AdminDeps): void {
  implement(app, 'activity', request => activity(db, {}, request.query, spokenTo(request)))
  implement(app, 'videoHistory', request =>
    activity(db, { objectType: 'video', objectId: request.params.id }, request.query, spokenTo(request)),
  )
  implement(app, 'userHistory', request =>
    activity(db, { objectType: 'user', objectId: request.params.userId }, request.query, spokenTo(request)),
  )
}
