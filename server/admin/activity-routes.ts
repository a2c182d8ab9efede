import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { activityEntry, activityQuery } from '#contract/admin.ts'
import { errorBody } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import { activity } from './activity.ts'
import type { AdminDeps } from './deps.ts'

const response = { 200: z.array(activityEntry), 401: errorBody, 403: errorBody, 422: errorBody }
const tags = ['admin']

/** What was done lately, to anything, to one video or to one person. */
export function activityRoutes(app: FastifyInstance, { db }: AdminDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()

  routes.get(
    api.activity,
    {
      config: { permission: 'admin:manage' },
      schema: { summary: 'What was done lately, in words', tags, querystring: activityQuery, response },
    },
    request => activity(db, {}, request.query),
  )
  routes.get(
    api.videoHistory(':id'),
    {
      config: { permission: 'video:review' },
      schema: {
        summary: 'Everything that was done to a video',
        tags,
        params: z.object({ id: z.uuid() }),
        querystring: activityQuery,
        response,
      },
    },
    request => activity(db, { objectType: 'video', objectId: request.params.id }, request.query),
  )
  routes.get(
    api.userHistory(':userId'),
    {
      config: { permission: 'admin:manage' },
      schema: {
        summary: 'Everything that was done to an account',
        tags,
        params: z.object({ userId: z.string().max(100) }),
        querystring: activityQuery,
        response,
      },
    },
    request => activity(db, { objectType: 'user', objectId: request.params.userId }, request.query),
  )
}
