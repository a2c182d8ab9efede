import { z } from 'zod'
import { clamp, logistic, round } from '../math.ts'
import given from './scores.json' with { type: 'json' }

/** The basis of a score: a motion sensor or GPS if the file has one, otherwise picture and sound alone. */
export type CalibrationSource = 'telemetry' | 'picture'

/** A logistic curve from raw score to the share of right finds. */
const curve = z.object({
  /** raw score at which half are right; below 0 when nearly all are */
  middle: z.number(),
  /** distance in raw score from the middle to where 73% are right */
  width: z.number().positive(),
  /** the number of finds the curve was fitted on */
  finds: z.number().int().min(0),
  right: z.number().int().min(0),
})
export type Curve = z.infer<typeof curve>

const sourceCurves = z.object({
  /** for kinds without their own curve */
  all: curve,
  kinds: z.record(z.string(), curve),
})

export type SourceCurves = z.infer<typeof sourceCurves>

/** The model that converts strengths to certainties: the share of such finds that are true events. */
export const calibrationModel = z.object({
  version: z.string().min(1),
  fittedOn: z.string(),
  /**
   * share of the score that stays the raw score, so that stronger highlights stay ahead where nearly all are
   * right
   */
  rawShare: z.number().min(0.01).max(1),
  sources: z.object({ telemetry: sourceCurves, picture: sourceCurves }),
})
export type CalibrationModel = z.infer<typeof calibrationModel>

export const scoreDecimals = 4

/**
 * How sure a find is, 0 to 1: of finds at 0.8, about 8 in 10 are true events. Rises with the strength, from 0
 * to 1.
 * @param kind type of the find's first evidence
 */
export function calibrate(
  model: CalibrationModel,
  kind: string,
  raw: number,
  source: CalibrationSource,
): number {
  const { all, kinds } = model.sources[source]
  const { middle, width } = Object.hasOwn(kinds, kind) ? kinds[kind]! : all
  const strength = clamp(raw, 0, 1)
  const share = logistic(strength, middle, width)
  return round(model.rawShare * strength + (1 - model.rawShare) * share, scoreDecimals)
}

/** The built-in model, written by `npm run evaluate -- --fit`. */
export const standardModel = calibrationModel.parse(given)
