import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { auditRoutes } from './audit-routes.ts'
import { userRoutes } from './user-routes.ts'

/** What admins see and do over every other slice. */
export function adminRoutes(app: FastifyInstance, deps: Deps): void {
  app.register(async scope => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    userRoutes(scope, deps)
    auditRoutes(scope, deps)
  })
}
