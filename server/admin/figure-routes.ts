import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { adminVideo, adminVideosQuery, platformStats } from '#contract/admin.ts'
import { errorBody } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import { nextCursorHeader } from '#contract/review.ts'
import type { AdminDeps } from './deps.ts'
import { platformFigures } from './figures.ts'
import { listVideos } from './list-videos.ts'

const refused = { 401: errorBody, 403: errorBody }

/** The platform in figures, and its videos. */
export function figureRoutes(app: FastifyInstance, { db, money }: AdminDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const tags = ['admin']

  routes.get(
    api.platformStats,
    {
      config: { permission: 'admin:manage' },
      schema: { summary: 'The platform in figures', tags, response: { 200: platformStats, ...refused } },
    },
    () => platformFigures(db, money),
  )
  routes.get(
    api.adminStats,
    {
      config: { permission: 'staff:figures' },
      schema: {
        summary: 'The same for the notifications page',
        tags,
        response: { 200: platformStats, ...refused },
      },
    },
    () => platformFigures(db, money),
  )
  routes.get(
    api.adminVideos,
    {
      config: { permission: 'admin:manage' },
      schema: {
        summary: 'All videos, newest first; the header x-next-cursor leads to the next page',
        tags,
        querystring: adminVideosQuery,
        response: { 200: z.array(adminVideo), ...refused, 422: errorBody },
      },
    },
    async (request, reply) => {
      const { videos, next } = await listVideos(db, request.query)
      if (next) reply.header(nextCursorHeader, next)
      return videos
    },
  )
}
