import type { ScoreSource } from '#contract/learning.ts'
import { isRight, type Label } from './labels.ts'

/** A label that weights can be fitted to. */
export interface Sample {
  videoId: string
  kind: string
  source: ScoreSource
  raw: number
  right: boolean
}

/**
 * Labels of highlights with a raw score from this analysis version, because raw scores of other versions are
 * not comparable.
 */
export const samplesOf = (labels: readonly Label[], analysisVersion: number): Sample[] =>
  labels.flatMap(label =>
    label.highlight === null ||
    label.kind === null ||
    label.rawScore === null ||
    label.analysisVersion !== analysisVersion
      ? []
      : [
          {
            videoId: label.videoId,
            kind: label.kind,
            source: label.source,
            raw: label.rawScore,
            right: isRight(label),
          },
        ],
  )

export const videosOf = (samples: readonly Sample[]): number =>
  new Set(samples.map(({ videoId }) => videoId)).size
