import type { AnalysisResult, Highlight } from '#contract/analysis.ts'
import type { ScoreSource, Verdict } from '#contract/learning.ts'

const sensors: readonly string[] = ['ACCL', 'GPS5', 'GPS9']

/** What the scores of an analysis rest on: a sensor where the file has one, as the analysis itself tells them apart. */
export const sourceOf = ({ telemetry }: Pick<AnalysisResult, 'telemetry'>): ScoreSource =>
  telemetry?.streams.some(({ fourcc }) => sensors.includes(fourcc)) ? 'telemetry' : 'picture'

const fromReviews = 'reviews-'

/** How a model that was fitted to reviews is called beside the scores that it made. */
export const modelName = (version: number): string => `${fromReviews}${version}`

/** The version of the weights that made a score: 0 of those of the program, null of scores from before there were any. */
export const weightsOf = ({ scoreModel }: Pick<Highlight, 'scoreModel'>): number | null => {
  if (!scoreModel) return null
  return scoreModel.startsWith(fromReviews) ? Number(scoreModel.slice(fromReviews.length)) : 0
}

/** The verdict once a highlight is trimmed: what its reviewer said before, else that it is worth keeping. */
export const verdictOfTrim = (before: Verdict | null): Verdict => before ?? 'trimmed'

export interface Span {
  start: number
  end: number
}

/** One highlight as a label stores it. Times in seconds, scores 0 to 1. */
export const labelOfHighlight = (result: AnalysisResult, highlight: Highlight, found: Span) => ({
  analysis_version: result.version,
  kind: highlight.evidence[0]?.type ?? null,
  weights: weightsOf(highlight),
  source: sourceOf(result),
  raw_score: highlight.strength ?? null,
  shown_score: highlight.score,
  found_start: found.start,
  found_end: found.end,
  given_start: highlight.start,
  given_end: highlight.end,
})

/** A whole video as a label stores it: by its viral potential. */
export const labelOfVideo = (result: AnalysisResult) => ({
  analysis_version: result.version,
  source: sourceOf(result),
  shown_score: result.viralPotential.score,
})
