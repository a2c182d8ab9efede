import type { ExcitementCurve } from '#contract/analysis.ts'
import { round } from '../math.ts'
import type { Highlight } from '../types.ts'
import { type CalibrationModel, type CalibrationSource, calibrate, scoreDecimals } from './model.ts'

/**
 * Strengths at every tenth of the moments that were found, weakest first: of 709 with a motion sensor or GPS and of 659
 * by picture and sound alone, read off the bins of docs/calibration.json.
 */
const tenths: Record<CalibrationSource, readonly number[]> = {
  telemetry: [0.45, 0.507, 0.539, 0.57, 0.601, 0.63, 0.658, 0.687, 0.737, 0.823, 0.95],
  picture: [0.45, 0.512, 0.538, 0.565, 0.591, 0.617, 0.643, 0.669, 0.694, 0.76, 0.79],
}

/** Of the weakest moment that is shown. The ordinary one, which is stronger than half of them, is then at 0.63. */
const least = 0.25

/** The share of found moments, 0 to 1, that are weaker. */
function standingOf(strength: number, source: CalibrationSource): number {
  const marks = tenths[source]
  const above = marks.findIndex(mark => mark > strength)
  if (above <= 0) return above === 0 ? 0 : 1
  const [from, to] = [marks[above - 1]!, marks[above]!]
  return (above - 1 + (strength - from) / (to - from)) / (marks.length - 1)
}

/** Strengths spread over 0 to 1 by how many moments are weaker; rises with the strength. */
function spread(strength: number, source: CalibrationSource): number {
  const weakest = tenths[source][0]!
  if (strength < weakest) return (least * Math.max(0, strength)) / weakest
  return least + (1 - least) * standingOf(strength, source)
}

/**
 * A moment's excitement, the one number that people read (decision 047): how sure it is that it is one, times its
 * strength beside what else was found. Both from 0 to 1, and it rises with the strength.
 * @param kind type of its first evidence
 */
export function scoreOf(
  model: CalibrationModel,
  kind: string,
  strength: number,
  source: CalibrationSource,
): Pick<Highlight, 'score' | 'certainty' | 'standing'> {
  const certainty = calibrate(model, kind, strength, source)
  return {
    score: round(certainty * spread(strength, source), scoreDecimals),
    certainty,
    standing: round(standingOf(strength, source), scoreDecimals),
  }
}

/** A curve of strengths as people see it: spread like scores, and its peak within each highlight is that one's score. */
export function shownCurve(
  { stepSeconds, values }: ExcitementCurve,
  highlights: readonly Highlight[],
  source: CalibrationSource,
): ExcitementCurve {
  const base = values.map(value => spread(value, source))
  const shown = [...base]
  // Where two overlap, the higher one is written last.
  for (const { start, end, score } of highlights.toSorted((a, b) => a.score - b.score)) {
    const [from, to] = [Math.ceil(start / stepSeconds), Math.floor(end / stepSeconds) + 1]
    const within = base.slice(from, to)
    const peak = Math.max(...within)
    if (peak > 0) shown.splice(from, within.length, ...within.map(value => (value * score) / peak))
  }
  return { stepSeconds, values: shown.map(value => round(value, 3)) }
}
