import type { ScoreWeightsState } from '#contract/learning.ts'
import { displayNames } from '#server/accounts/index.ts'
import { analysisVersion } from '#server/analysis/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { currentLabels } from './labels.ts'
import { samplesOf, videosOf } from './samples.ts'
import { weightsInUse } from './weights-in-use.ts'
import { lastRefit, listUses, openProposal } from './weights-store.ts'

const historyLength = 50

/** Everything admins see about the weights: those in use, the proposal, and earlier ones. */
export async function scoreWeightsState(db: Queryable): Promise<ScoreWeightsState> {
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
