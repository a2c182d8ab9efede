import { analysisVersion, type CalibrationModel, standardModel } from '#server/analysis/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { modelName } from './rules.ts'
import { findWeights, listUses } from './weights-store.ts'

export interface WeightsInUse {
  /** an admin's latest choice; 0: the built-in ones */
  chosen: number
  /**
   * the effective version: also 0 when the chosen ones were fitted for an earlier analysis version, whose raw
   * scores were different
   */
  version: number
  model: CalibrationModel
}

/** The weights in effect. */
export async function weightsInUse(db: Queryable): Promise<WeightsInUse> {
  const [use] = await listUses(db, 1)
  const stored = use && use.version > 0 ? await findWeights(db, use.version) : null
  if (stored?.analysisVersion === analysisVersion) {
    const { version, model } = stored
    return { chosen: version, version, model: { ...model, version: modelName(version) } }
  }
  return { chosen: stored?.version ?? 0, version: 0, model: standardModel }
}

/** The model that scores every analysis from now on. */
export const modelInUse = async (db: Queryable): Promise<CalibrationModel> => (await weightsInUse(db)).model
