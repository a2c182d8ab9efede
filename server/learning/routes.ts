import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { implement } from '#server/platform/http/implement.ts'
import { actorOf } from '#server/platform/http/permission.ts'
import { chooseLearning } from './consent.ts'

/** Consent of riders to learning from the reviews of their videos. */
export function learningRoutes(app: FastifyInstance, deps: Deps): void {
  implement(app, 'reviewLearning', async request => {
    const { learnFromReviews } = request.body
    return { learnFromReviews, deleted: await chooseLearning(deps, actorOf(request).id, learnFromReviews) }
  })
}
