import type { FastifyInstance } from 'fastify'
import { nextCursorHeader } from '#contract/review.ts'
import { implement } from '#server/core/http/implement.ts'
import type { AdminDeps } from './deps.ts'
import { platformFigures } from './figures.ts'
import { listVideos } from './list-videos.ts'

/** The platform's figures, and its videos. */
export function figureRoutes(app: FastifyInstance, { db, money }: AdminDeps): void {
  implement(app, 'platformStats', () => platformFigures(db, money))
  implement(app, 'adminStats', () => platformFigures(db, money))
  implement(app, 'adminVideos', async (request, reply) => {
    const { videos, next } = await listVideos(db, request.query)
    if (next) reply.header(nextCursorHeader, next)
    return videos
  })
}
