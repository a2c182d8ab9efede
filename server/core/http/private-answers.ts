import type { FastifyInstance } from 'fastify'

/**
 * API responses belong to one person and one moment, so no cache stores them, not even the browser's for
 * Back, unless a route says otherwise. Register before the routes.
 */
export function privateAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
}
