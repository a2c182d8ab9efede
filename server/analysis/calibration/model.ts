import { z } from 'zod'
import { clamp, logistic, round } from '../math.ts'

/** What a score rests on: a motion sensor or GPS where the file has one, else picture and sound alone. */
export type CalibrationSource = 'telemetry' | 'picture'

/** A logistic curve from raw score to the share of right finds. */
const curve = z.object({
  /** raw score of which one half are right; below 0 where nearly all are */
  middle: z.number(),
  /** distance in raw score from the middle to where 73% are right */
  width: z.number().positive(),
  /** what the curve was fitted on */
  finds: z.number().int().min(0),
  right: z.number().int().min(0),
})
export type Curve = z.infer<typeof curve>

const sourceCurves = z.object({
  /** for kinds that have no curve of their own */
  all: curve,
  kinds: z.record(z.string(), curve),
})

export type SourceCurves = z.infer<typeof sourceCurves>

/** The one model that turns raw scores into scores that say how many of such finds are true events. */
export const calibrationModel = z.object({
  version: z.string().min(1),
  fittedOn: z.string(),
  /** share of the score that stays the raw score, so that stronger moments stay ahead where nearly all are right */
  rawShare: z.number().min(0.01).max(1),
  sources: z.object({ telemetry: sourceCurves, picture: sourceCurves }),
})
export type CalibrationModel = z.infer<typeof calibrationModel>

const scoreDecimals = 4

/**
 * The score of a find, 0 to 1: of finds scored 0.8, about 8 in 10 are true events. Rises with the raw score, which is
 * 0 to 1.
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
