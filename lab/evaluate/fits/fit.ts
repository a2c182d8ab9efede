import { type CalibrationSample, fitCalibration } from '#server/analysis/calibration/fit.ts'
import {
  type CalibrationModel,
  type CalibrationSource,
  calibrate,
} from '#server/analysis/calibration/model.ts'
import { matchSpans } from '../match.ts'
import { type Measures, measure, overlap } from '../measure.ts'
import type { Found, Judged } from '../types.ts'

/**
 * One ride as written by `--tuning`: what was found in it with telemetry, and from picture and sound alone.
 */
export interface FittedRide {
  name: string
  all: Judged
  pictureAndSound: Judged
}

const sources = ['telemetry', 'picture'] as const satisfies CalibrationSource[]
const judgedBy = (ride: FittedRide, source: CalibrationSource): Judged =>
  source === 'telemetry' ? ride.all : ride.pictureAndSound
const worldOf = ({ name }: FittedRide) => (name.startsWith('wide-') ? 'wide' : 'plain')

const rawOf = ({ strength, score }: Found) => strength ?? score

/** Finds with whether they match a true highlight, by the same matching as the figures, strongest first. */
function samplesOf(rides: readonly FittedRide[]): CalibrationSample[] {
  return rides.flatMap(ride =>
    sources.flatMap(source => {
      const { found, truth } = judgedBy(ride, source)
      const byStrength = found.map(one => ({ ...one, score: rawOf(one) }))
      const right = new Set(
        matchSpans(byStrength, truth.events, overlap.strict).pairs.map(pair => pair.found),
      )
      return byStrength.map(one => ({
        ...{ kind: one.kind ?? 'none', source, score: one.score, right: right.has(one) },
      }))
    }),
  )
}

const scoredBy = (judged: Judged, score: (one: Found) => number): Judged => ({
  ...judged,
  found: judged.found.map(one => ({ ...one, score: score(one) })),
})

/** The expected calibration error of perfectly calibrated scores with this few finds. */
export function errorByChance({ calibration }: Measures): number | null {
  const { finds = 0, bins = [] } = calibration.all ?? {}
  const spread = ({ finds: n, meanScore }: (typeof bins)[number]) =>
    Math.sqrt(n * meanScore * (1 - meanScore))
  // The mean absolute deviation of a normal distribution is √(2/π) of its standard deviation.
  return finds === 0
    ? null
    : (Math.sqrt(2 / Math.PI) * bins.reduce((sum, bin) => sum + spread(bin), 0)) / finds
}

export interface FitRow {
  source: CalibrationSource
  world: 'both' | 'plain' | 'wide'
  /** with the strength itself as the score */
  before: Measures
  /** each ride scored by a model fitted on the other rides */
  after: Measures
  byChance: number | null
}

export interface Fit {
  model: CalibrationModel
  rows: FitRow[]
}

/**
 * The model of all rides, and its performance on unseen rides: each ride is scored by a model fitted on the
 * others.
 */
export function fitScores(rides: readonly FittedRide[], options: { version: string; fittedOn: string }): Fit {
  const scored = rides.map(ride => {
    const model = fitCalibration(samplesOf(rides.filter(other => other !== ride)), options)
    const both = (source: CalibrationSource) => ({
      before: scoredBy(judgedBy(ride, source), rawOf),
      after: scoredBy(judgedBy(ride, source), one =>
        calibrate(model, one.kind ?? 'none', rawOf(one), source),
      ),
    })
    return { world: worldOf(ride), telemetry: both('telemetry'), picture: both('picture') }
  })
  const rows = sources.flatMap(source =>
    (['both', 'plain', 'wide'] as const).flatMap((world): FitRow[] => {
      const chosen = scored.filter(one => world === 'both' || one.world === world)
      if (chosen.length === 0) return []
      const after = measure(chosen.map(one => one[source].after))
      const before = measure(chosen.map(one => one[source].before))
      return [{ source, world, before, after, byChance: errorByChance(after) }]
    }),
  )
  return { model: fitCalibration(samplesOf(rides), options), rows }
}
