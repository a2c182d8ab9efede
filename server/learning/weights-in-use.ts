import { analysisVersion, type CalibrationModel, standardModel } from '#server/analysis/index.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { modelName } from './rules.ts'
import { findWeights, listUses } from './weights-store.ts'

export interface WeightsInUse {
  /** what an admin chose last; 0: those of the program */
  chosen: number
  /** what counts: 0 also when the chosen ones were fitted for an earlier analysis, whose raw scores meant something else */
  version: number
  model: CalibrationModel
}

/** The weights that count now. */
export async function weightsInUse(db: Queryable): Promise<WeightsInUse> {
  const [use] = await listUses(db, 1)
  const stored = use && use.version > 0 ? await findWeights(db, use.version) : null
  if (stored?.analysisVersion === analysisVersion) {
    const { version, model } = stored
    return { chosen: version, version, model: { ...model, version: modelName(version) } }
  }
  return { chosen: stored?.version ?? 0, version: 0, model: standardModel }
}

/** The model that makes the scores of every analysis from now on. */
export const modelInUse = async (db: Queryable): Promise<CalibrationModel> => (await weightsInUse(db)).model
