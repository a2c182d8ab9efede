import type { FastifyInstance } from 'fastify'
import { isStaff } from '#contract/permissions.ts'
import { findUser } from '#server/accounts/index.ts'
import { notFound } from '#server/core/http/errors.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import { checkMilestones, milestonesOf } from '#server/earnings/index.ts'
import type { AdminDeps } from './deps.ts'

/** Milestones on request; the server also checks after each change of earnings. */
export function milestoneRoutes(app: FastifyInstance, { db, clock }: AdminDeps): void {
  implement(app, 'checkMilestones', { rateLimit: perMinute(60) }, async request => {
    const { userId } = request.params
    const actor = actorOf(request)
    if (actor.id !== userId && !isStaff(actor.role)) throw notFound('user')
    if (!(await findUser(db, userId))) throw notFound('user')
    await db.transaction().execute(tx => checkMilestones(tx, clock.now(), [userId]))
    return milestonesOf(db, userId)
  })
}
