import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ScoreWeightsState } from '#contract/learning.ts'
import { displayNames, setLearnsFromReviews } from '#server/accounts/index.ts'
import { analysisVersion } from '#server/analysis/index.ts'
import { auditorOf } from '#server/audit/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { implement } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import type { Deps } from '#server/deps.ts'
import { chooseWeights, dismissWeights } from './decide.ts'
import { currentLabels, deleteLabelsOfRider, samplesOf, videosOf } from './labels.ts'
import { weightsInUse } from './weights-in-use.ts'
import { lastRefit, listUses, openProposal } from './weights-store.ts'

const deciderOf = (request: FastifyRequest) => ({ ...auditorOf(request), actorId: actorOf(request).id })

/**
 * Turns learning from a rider's videos on or off. Turning it off deletes the stored labels.
 * @returns how many labels were deleted
 */
const chooseLearning = ({ db }: Pick<Deps, 'db'>, userId: string, on: boolean): Promise<number> =>
  db.transaction().execute(async tx => {
    await setLearnsFromReviews(tx, userId, on)
    return on ? 0 : deleteLabelsOfRider(tx, userId)
  })

const historyLength = 50

/** Everything admins see about the weights: those in use, the proposal, and earlier ones. */
async function scoreWeightsState(db: Queryable): Promise<ScoreWeightsState> {
  const [inUse, proposal, refit, uses, labels] = await Promise.all([
    weightsInUse(db),
    openProposal(db),
    lastRefit(db),
    listUses(db, historyLength),
    currentLabels(db),
  ])
  const names = await displayNames(db, [...new Set(uses.map(({ usedBy }) => usedBy))])
  const samples = samplesOf(labels, analysisVersion)
  return {
    inUse: { version: inUse.chosen, fits: inUse.chosen === inUse.version },
    proposal: proposal && {
      version: proposal.version,
      proposedAt: proposal.proposedAt.toISOString(),
      report: proposal.report,
    },
    labels: { labels: samples.length, videos: videosOf(samples) },
    lastRefit: refit && { at: refit.at.toISOString(), outcome: refit.outcome },
    history: uses.map(({ version, usedAt, usedBy }) => ({
      version,
      usedAt: usedAt.toISOString(),
      usedBy: names.get(usedBy) ?? 'A deleted account',
    })),
  }
}

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
