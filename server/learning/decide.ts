import { sentences } from '#sentences/learning.ts'
import { analysisVersion } from '#server/analysis/index.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import type { Tx } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { Deps } from '#server/deps.ts'
import { weightsInUse } from './weights-in-use.ts'
import { decideWeights, findWeights, insertUse, lockWeights, type StoredWeights } from './weights-store.ts'

type Decider = Auditor & { actorId: string }

async function existing(tx: Tx, version: number): Promise<StoredWeights> {
  const found = await findWeights(tx, version)
  if (!found) throw notFound('scoreWeights')
  return found
}

const overtaken = () => new AppError('conflict', sentences.overtaken)

/**
 * Applies weights to every analysis from now on: the open proposal, or earlier ones.
 * @param version 0 for the built-in ones
 * @throws AppError not_found; conflict when they are in use, no longer open, or fitted for an earlier
 * analysis version
 */
export const chooseWeights = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  by: Decider,
  version: number,
): Promise<void> =>
  db.transaction().execute(async tx => {
    await lockWeights(tx)
    const before = await weightsInUse(tx)
    if (before.chosen === version) throw new AppError('conflict', sentences.inUse)
    const at = clock.now()
    if (version > 0) {
      const { state, analysisVersion: fittedFor } = await existing(tx, version)
      if (state !== 'open' && state !== 'used') throw overtaken()
      if (fittedFor !== analysisVersion) throw new AppError('conflict', sentences.otherAnalysis)
      if (state === 'open') await decideWeights(tx, version, { state: 'used', by: by.actorId, at })
    }
    await insertUse(tx, { version, usedBy: by.actorId, usedAt: at })
    await record(tx, {
      ...by,
      action: 'score_weights.use',
      objectType: 'score_weights',
      objectId: String(version),
      before: { version: before.chosen },
      after: { version },
    })
  })

/** Dismisses an open proposal. @throws AppError not_found; conflict when it is no longer open */
export const dismissWeights = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  by: Decider,
  version: number,
): Promise<void> =>
  db.transaction().execute(async tx => {
    await lockWeights(tx)
    const { state } = await existing(tx, version)
    if (state !== 'open') throw overtaken()
    await decideWeights(tx, version, { state: 'dismissed', by: by.actorId, at: clock.now() })
    await record(tx, {
      ...by,
      action: 'score_weights.dismiss',
      objectType: 'score_weights',
      objectId: String(version),
      before: { state },
      after: { state: 'dismissed' },
    })
  })
