import type { FastifyInstance, FastifyRequest } from 'fastify'
import { auditorOf } from '#server/audit/index.ts'
import { implement } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import type { Deps } from '#server/deps.ts'
import { chooseLearning } from './consent.ts'
import { chooseWeights, dismissWeights } from './decide.ts'
import { scoreWeightsState } from './present.ts'

const deciderOf = (request: FastifyRequest) => ({ ...auditorOf(request), actorId: actorOf(request).id })

/** Riders' consent to learning from reviews, and admins' decisions about the resulting weights. */
export function learningRoutes(app: FastifyInstance, deps: Deps): void {
  implement(app, 'reviewLearning', async request => {
    const { learnFromReviews } = request.body
    return { learnFromReviews, deleted: await chooseLearning(deps, actorOf(request).id, learnFromReviews) }
  })

  implement(app, 'scoreWeights', () => scoreWeightsState(deps.db))

  implement(app, 'applyScoreWeights', async request => {
    await chooseWeights(deps, deciderOf(request), request.params.version)
    return scoreWeightsState(deps.db)
  })

  implement(app, 'dismissScoreWeights', async request => {
    await dismissWeights(deps, deciderOf(request), request.params.version)
    return scoreWeightsState(deps.db)
  })
}
