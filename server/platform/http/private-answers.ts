import type { FastifyInstance } from 'fastify'

/**
 * What the API answers belongs to one person and one moment: no cache keeps it, nor does the browser for its Back
 * button, unless a route says otherwise. Register before the routes.
 */
export function privateAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
}
