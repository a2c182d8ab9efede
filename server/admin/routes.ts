import type { FastifyInstance } from 'fastify'
import { activityRoutes } from './activity-routes.ts'
import { auditRoutes } from './audit-routes.ts'
import type { AdminDeps } from './deps.ts'
import { figureRoutes } from './figure-routes.ts'
import { mailRoutes } from './mail-routes.ts'
import { milestoneRoutes } from './milestone-routes.ts'
import { userRoutes } from './user-routes.ts'

/** What admins see and do across all other slices. */
export function adminRoutes(app: FastifyInstance, deps: AdminDeps): void {
  app.register(async scope => {
    userRoutes(scope, deps)
    auditRoutes(scope, deps)
    figureRoutes(scope, deps)
    activityRoutes(scope, deps)
    mailRoutes(scope, deps)
    milestoneRoutes(scope, deps)
  })
}
