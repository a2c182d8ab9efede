import type { AnalysisResult, Highlight, ViralPotential } from '#contract/analysis.ts'
import type { ScoreSource, Verdict } from '#contract/learning.ts'

const sensors: readonly string[] = ['ACCL', 'GPS5', 'GPS9']

/**
 * The basis of an analysis's scores: a sensor if the file has one, distinguished as in the analysis itself.
 */
export const sourceOf = ({ telemetry }: Pick<AnalysisResult, 'telemetry'>): ScoreSource =>
  telemetry?.streams.some(({ fourcc }) => sensors.includes(fourcc)) ? 'telemetry' : 'picture'

const fromReviews = 'reviews-'

/** The name of a model fitted to reviews, as stored with the scores it made. */
export const modelName = (version: number): string => `${fromReviews}${version}`

/** The version of the weights behind a score: 0 for the built-in ones. */
export const weightsOf = ({ scoreModel }: Pick<Highlight, 'scoreModel'>): number =>
  scoreModel.startsWith(fromReviews) ? Number(scoreModel.slice(fromReviews.length)) : 0

/**
 * The verdict when a highlight is trimmed: the reviewer's earlier one, otherwise that it is worth keeping.
 */
export const verdictOfTrim = (before: Verdict | null): Verdict => before ?? 'trimmed'

export interface Span {
  start: number
  end: number
}

/** A highlight as stored in a label. Times in seconds, scores 0 to 1. */
export const labelOfHighlight = (
  result: Pick<AnalysisResult, 'version' | 'telemetry'>,
  highlight: Pick<Highlight, 'scoreModel' | 'strength' | 'certainty' | 'start' | 'end'> & {
    evidence: readonly Pick<Highlight['evidence'][number], 'type'>[]
  },
  found: Span,
) => ({
  analysis_version: result.version,
  kind: highlight.evidence[0]?.type ?? null,
  weights: weightsOf(highlight),
  source: sourceOf(result),
  raw_score: highlight.strength,
  shown_score: highlight.certainty,
  found_start: found.start,
  found_end: found.end,
  given_start: highlight.start,
  given_end: highlight.end,
})

/** A whole video as stored in a label: by its viral potential. */
export const labelOfVideo = (
  result: Pick<AnalysisResult, 'version' | 'telemetry'> & { viralPotential: Pick<ViralPotential, 'score'> },
) => ({
  analysis_version: result.version,
  source: sourceOf(result),
  shown_score: result.viralPotential.score,
})
