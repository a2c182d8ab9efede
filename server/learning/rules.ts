import type { AnalysisResult, EvidenceSource, Highlight } from '#contract/analysis.ts'
import type { ScoreSource, Verdict } from '#contract/learning.ts'

const measured: readonly EvidenceSource[] = ['imu', 'gps', 'camera']

/** What a highlight's score rests on. */
export const sourceOf = ({ evidence }: Pick<Highlight, 'evidence'>): ScoreSource =>
  evidence.some(({ source }) => measured.includes(source)) ? 'telemetry' : 'picture'

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
  source: sourceOf(highlight),
  shown_score: highlight.score,
  found_start: found.start,
  found_end: found.end,
  given_start: highlight.start,
  given_end: highlight.end,
})

/** A whole video as a label stores it: by its viral potential. */
export const labelOfVideo = (result: AnalysisResult) => ({
  analysis_version: result.version,
  source: result.telemetry ? ('telemetry' as const) : ('picture' as const),
  shown_score: result.viralPotential.score,
})
