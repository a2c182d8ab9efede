import { logistic, round } from '../math.ts'
import type { CalibrationModel, CalibrationSource, Curve, SourceCurves } from './model.ts'

/** A find and whether it matches a true event. */
export interface CalibrationSample {
  /** type of the find's first evidence */
  kind: string
  source: CalibrationSource
  /** raw score, 0 to 1: a highlight's `strength`, not its calibrated score */
  score: number
  right: boolean
}

/** How far a curve may be from the expected one, as standard deviations. Wide: few samples move it. */
interface Spread {
  /** log odds at a raw score of 0.6 */
  offset: number
  /** log odds per raw score of 1 */
  slope: number
}

/** The expected line before its samples are seen, and the model's share of raw score. */
interface Prior {
  line: Line
  spread: Spread
  rawShare: number
}

export interface FitOptions {
  version: string
  /** a sentence about the source of the samples */
  fittedOn: string
  /** a model to start from; what no sample affects stays unchanged */
  prior?: CalibrationModel
  spread?: { pooled: Spread; kind: Spread }
}

/** Log odds of being right: slope × (raw score − 0.6) + offset. */
interface Line {
  slope: number
  offset: number
}

/** Most raw scores are around it, so slope and offset are almost independent there. */
const center = 0.6
/** A curve always rises. */
const leastSlope = 2
// Chosen by leaving out one tuning ride after another; see docs/evaluation.md.
const usualSpread = { pooled: { offset: 3, slope: 8 }, kind: { offset: 0.3, slope: 0.7 } }
const usualRawShare = 0.1
/**
 * Without any samples a score of one half is one half, and the rest follows the raw score as closely as a
 * curve can.
 */
const identity: Line = { slope: 4, offset: 4 * (center - 0.5) }

const lineOf = ({ middle, width }: Curve): Line => ({ slope: 1 / width, offset: (center - middle) / width })

type Sample = Pick<CalibrationSample, 'score' | 'right'>

/**
 * The curve's target for a sample, so that the score, which keeps a share of the raw score, is right on
 * average.
 */
const targetOf = ({ score, right }: Sample, rawShare: number) =>
  ((right ? 1 : 0) - rawShare * score) / (1 - rawShare)

const curveOf = ({ slope, offset }: Line, samples: readonly Sample[], before?: Curve): Curve => ({
  middle: round(center - offset / slope, 4),
  width: round(1 / slope, 5),
  finds: samples.length + (before?.finds ?? 0),
  right: samples.filter(({ right }) => right).length + (before?.right ?? 0),
})

/** Log posterior of a line: the samples' likelihood, and a normal distribution around the expected line. */
function posterior(
  line: Line,
  samples: readonly Sample[],
  { line: expected, spread, rawShare }: Prior,
): number {
  let sum =
    -0.5 * ((line.slope - expected.slope) / spread.slope) ** 2 -
    0.5 * ((line.offset - expected.offset) / spread.offset) ** 2
  for (const sample of samples) {
    const odds = line.slope * (sample.score - center) + line.offset
    const softplus = Math.max(0, odds) + Math.log1p(Math.exp(-Math.abs(odds)))
    sum += targetOf(sample, rawShare) * odds - softplus
  }
  return sum
}

/** One step of Newton's method; `held` keeps the slope fixed. */
function stepOf(line: Line, samples: readonly Sample[], prior: Prior, held: boolean): Line {
  const { line: expected, spread, rawShare } = prior
  let slope = -(line.slope - expected.slope) / spread.slope ** 2
  let offset = -(line.offset - expected.offset) / spread.offset ** 2
  let [ss, so, oo] = [1 / spread.slope ** 2, 0, 1 / spread.offset ** 2]
  for (const sample of samples) {
    const x = sample.score - center
    const share = logistic(line.slope * x + line.offset, 0, 1)
    const miss = targetOf(sample, rawShare) - share
    slope += miss * x
    offset += miss
    const bend = share * (1 - share)
    ss += bend * x * x
    so += bend * x
    oo += bend
  }
  if (held) return { slope: 0, offset: offset / oo }
  const determinant = ss * oo - so * so
  return { slope: (oo * slope - so * offset) / determinant, offset: (ss * offset - so * slope) / determinant }
}

const steps = { most: 100, shortest: 1e-6, still: 1e-9 }

/** The most likely line. The posterior has one peak, so the result doesn't depend on the starting point. */
function climb(from: Line, samples: readonly Sample[], prior: Prior, held: boolean): Line {
  let line = from
  let height = posterior(line, samples, prior)
  for (let count = 0; count < steps.most; count++) {
    const step = stepOf(line, samples, prior, held)
    let next = line
    let reached = Number.NEGATIVE_INFINITY
    for (let part = 1; part > steps.shortest && !(reached >= height); part /= 2) {
      next = { slope: line.slope + part * step.slope, offset: line.offset + part * step.offset }
      reached = posterior(next, samples, prior)
    }
    if (!(reached >= height)) return line
    const moved = Math.abs(next.slope - line.slope) + Math.abs(next.offset - line.offset)
    line = next
    height = reached
    if (moved < steps.still) return line
  }
  return line
}

function lineThrough(samples: readonly Sample[], prior: Prior): Line {
  const line = climb(prior.line, samples, prior, false)
  if (line.slope >= leastSlope) return line
  return climb({ ...line, slope: leastSlope }, samples, prior, true)
}

/**
 * Fits the model: per source one logistic curve of all finds, then one per kind (Platt 1999, "Probabilistic
 * outputs for support vector machines"). A kind's curve is pulled toward the curve of all by a normal
 * distribution around it, so a kind with few samples takes the curve of all and one with many its own:
 * partial pooling (Gelman and Hill 2007, "Data analysis using regression and multilevel/hierarchical models",
 * chapter 12). The same samples in any order give the same model.
 */
export function fitCalibration(
  samples: readonly CalibrationSample[],
  { version, fittedOn, prior, spread = usualSpread }: FitOptions,
): CalibrationModel {
  const ordered = samples.toSorted(
    (a, b) => a.score - b.score || Number(a.right) - Number(b.right) || a.kind.localeCompare(b.kind),
  )
  const rawShare = prior?.rawShare ?? usualRawShare
  const curvesOf = (source: CalibrationSource): SourceCurves => {
    const own = ordered.filter(sample => sample.source === source)
    const before = prior?.sources[source]
    const expected = before ? lineOf(before.all) : identity
    const pooled = lineThrough(own, { line: expected, spread: spread.pooled, rawShare })
    const kinds = [...new Set([...own.map(({ kind }) => kind), ...Object.keys(before?.kinds ?? {})])].sort()
    const curves = kinds.map(kind => {
      const ofKind = own.filter(sample => sample.kind === kind)
      const earlier = before && Object.hasOwn(before.kinds, kind) ? before.kinds[kind] : undefined
      const usual = earlier ? lineOf(earlier) : expected
      const toward = {
        slope: Math.max(leastSlope, usual.slope + pooled.slope - expected.slope),
        offset: usual.offset + pooled.offset - expected.offset,
      }
      const line = lineThrough(ofKind, { line: toward, spread: spread.kind, rawShare })
      return [kind, curveOf(line, ofKind, earlier)] as const
    })
    return { all: curveOf(pooled, own, before?.all), kinds: Object.fromEntries(curves) }
  }
  return {
    version,
    fittedOn,
    rawShare,
    sources: { telemetry: curvesOf('telemetry'), picture: curvesOf('picture') },
  }
}
