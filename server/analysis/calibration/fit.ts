import { logistic, round } from '../math.ts'
import type { CalibrationModel, CalibrationSource, Curve, SourceCurves } from './model.ts'

/** A find and whether a true event was there. */
export interface CalibrationSample {
  /** type of the find's first evidence */
  kind: string
  source: CalibrationSource
  /** raw score, 0 to 1: a highlight's `strength`, not its calibrated score */
  score: number
  right: boolean
}

/** How far a curve may lie from where it is expected, as standard deviations. Wide: few samples move it. */
interface Spread {
  /** log odds at a raw score of 0.6 */
  offset: number
  /** log odds per raw score of 1 */
  slope: number
}

export interface FitOptions {
  version: string
  /** a sentence that says where the samples are from */
  fittedOn: string
  /** a model to start from; what no sample speaks about stays as it is there */
  prior?: CalibrationModel
  spread?: { pooled: Spread; kind: Spread }
}

/** Log odds of being right: slope × (raw score − 0.6) + offset. */
interface Line {
  slope: number
  offset: number
}

/** Most raw scores lie around it, so slope and offset hardly depend on each other there. */
const centre = 0.6
/** A curve always rises. */
const leastSlope = 2
// Chosen by leaving out one tuning ride after the other, see docs/evaluation.md.
const usualSpread = { pooled: { offset: 3, slope: 8 }, kind: { offset: 0.4, slope: 1 } }
const usualRawShare = 0.05
/** Without any samples a score of one half is one half, and the rest follows the raw score as well as a curve can. */
const identity: Line = { slope: 4, offset: 4 * (centre - 0.5) }

const lineOf = ({ middle, width }: Curve): Line => ({ slope: 1 / width, offset: (centre - middle) / width })

type Sample = Pick<CalibrationSample, 'score' | 'right'>

const curveOf = ({ slope, offset }: Line, samples: readonly Sample[], before?: Curve): Curve => ({
  middle: round(centre - offset / slope, 4),
  width: round(1 / slope, 5),
  finds: samples.length + (before?.finds ?? 0),
  right: samples.filter(({ right }) => right).length + (before?.right ?? 0),
})

/** Log posterior of a line: the likelihood of the samples, and a normal distribution around the expected line. */
function posterior(line: Line, samples: readonly Sample[], expected: Line, spread: Spread): number {
  let sum =
    -0.5 * ((line.slope - expected.slope) / spread.slope) ** 2 -
    0.5 * ((line.offset - expected.offset) / spread.offset) ** 2
  for (const { score, right } of samples) {
    const odds = line.slope * (score - centre) + line.offset
    const against = right ? -odds : odds
    sum -= against > 0 ? against + Math.log1p(Math.exp(-against)) : Math.log1p(Math.exp(against))
  }
  return sum
}

/** One step of Newton's method; `held` keeps the slope as it is. */
function stepOf(line: Line, samples: readonly Sample[], expected: Line, spread: Spread, held: boolean): Line {
  let slope = -(line.slope - expected.slope) / spread.slope ** 2
  let offset = -(line.offset - expected.offset) / spread.offset ** 2
  let [ss, so, oo] = [1 / spread.slope ** 2, 0, 1 / spread.offset ** 2]
  for (const { score, right } of samples) {
    const x = score - centre
    const share = logistic(line.slope * x + line.offset, 0, 1)
    const weight = share * (1 - share)
    slope += ((right ? 1 : 0) - share) * x
    offset += (right ? 1 : 0) - share
    ss += weight * x * x
    so += weight * x
    oo += weight
  }
  if (held) return { slope: 0, offset: offset / oo }
  const determinant = ss * oo - so * so
  return { slope: (oo * slope - so * offset) / determinant, offset: (ss * offset - so * slope) / determinant }
}

/** The most likely line. The posterior has one peak, so the result does not depend on where the search begins. */
function climb(from: Line, samples: readonly Sample[], expected: Line, spread: Spread, held: boolean): Line {
  let line = from
  let height = posterior(line, samples, expected, spread)
  for (let round = 0; round < 100; round++) {
    const step = stepOf(line, samples, expected, spread, held)
    let factor = 1
    let next = line
    let reached = Number.NEGATIVE_INFINITY
    for (; factor > 1e-6 && !(reached >= height); factor /= 2) {
      next = { slope: line.slope + factor * step.slope, offset: line.offset + factor * step.offset }
      reached = posterior(next, samples, expected, spread)
    }
    if (!(reached >= height)) return line
    const still = Math.abs(next.slope - line.slope) + Math.abs(next.offset - line.offset) < 1e-9
    line = next
    height = reached
    if (still) return line
  }
  return line
}

function lineThrough(samples: readonly Sample[], expected: Line, spread: Spread): Line {
  const line = climb(expected, samples, expected, spread, false)
  if (line.slope >= leastSlope) return line
  return climb({ ...line, slope: leastSlope }, samples, expected, spread, true)
}

/**
 * Fits the model: per source one logistic curve of all finds, then one per kind (Platt 1999, "Probabilistic outputs for
 * support vector machines"). A kind's curve is pulled toward the curve of all by a normal distribution around it, so a
 * kind of few samples takes the curve of all and one of many its own: partial pooling (Gelman and Hill 2007, "Data
 * analysis using regression and multilevel/hierarchical models", chapter 12). The same samples in any order give the
 * same model.
 */
export function fitCalibration(
  samples: readonly CalibrationSample[],
  { version, fittedOn, prior, spread = usualSpread }: FitOptions,
): CalibrationModel {
  const ordered = samples.toSorted(
    (a, b) => a.score - b.score || Number(a.right) - Number(b.right) || a.kind.localeCompare(b.kind),
  )
  const curvesOf = (source: CalibrationSource): SourceCurves => {
    const own = ordered.filter(sample => sample.source === source)
    const before = prior?.sources[source]
    const expected = before ? lineOf(before.all) : identity
    const pooled = lineThrough(own, expected, spread.pooled)
    const kinds = [...new Set([...own.map(({ kind }) => kind), ...Object.keys(before?.kinds ?? {})])].sort()
    const curves = kinds.map(kind => {
      const ofKind = own.filter(sample => sample.kind === kind)
      const earlier = before && Object.hasOwn(before.kinds, kind) ? before.kinds[kind] : undefined
      const usual = earlier ? lineOf(earlier) : expected
      const toward = {
        slope: Math.max(leastSlope, usual.slope + pooled.slope - expected.slope),
        offset: usual.offset + pooled.offset - expected.offset,
      }
      return [kind, curveOf(lineThrough(ofKind, toward, spread.kind), ofKind, earlier)] as const
    })
    return { all: curveOf(pooled, own, before?.all), kinds: Object.fromEntries(curves) }
  }
  return {
    version,
    fittedOn,
    rawShare: prior?.rawShare ?? usualRawShare,
    sources: { telemetry: curvesOf('telemetry'), picture: curvesOf('picture') },
  }
}
