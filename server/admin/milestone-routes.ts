import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import { milestoneState } from '#contract/money.ts'
import { api } from '#contract/paths.ts'
import { isStaff } from '#contract/permissions.ts'
import { findUser } from '#server/accounts/index.ts'
import { checkMilestones, milestonesOf } from '#server/earnings/index.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { actorOf } from '#server/platform/http/permission.ts'
import type { AdminDeps } from './deps.ts'

/** Milestones on request; the server looks by itself after each change of earnings. */
export function milestoneRoutes(app: FastifyInstance, { db, clock }: AdminDeps): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    api.checkMilestones(':userId'),
    {
      config: { permission: 'earnings:own', rateLimit: { max: 60, timeWindow: '1 minute' } },
      schema: {
        summary: 'Tells a rider of milestones newly reached, each once; for themselves and staff',
        tags: ['earnings'],
        params: z.object({ userId: z.string().max(100) }),
        body: z.object({}).nullish(),
        response: { 200: milestoneState, 401: errorBody, 404: errorBody },
      },
    },
    async request => {
      const { userId } = request.params
      const actor = actorOf(request)
      if (actor.id !== userId && !isStaff(actor.role)) throw notFound('The user')
      if (!(await findUser(db, userId))) throw notFound('The user')
      await db.transaction().execute(tx => checkMilestones(tx, clock.now(), [userId]))
      return milestonesOf(db, userId)
    },
  )
}
