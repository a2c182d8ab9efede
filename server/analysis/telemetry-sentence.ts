import '#sentences/telemetry.ts'
import { type Sentence, sentenceBy } from '#server/core/sentences.ts'
import type { TelemetryProblem } from '#telemetry/problems/index.ts'

/** What a rider reads about a problem. */
export function telemetrySentence({ name, ...details }: TelemetryProblem): Sentence {
  const sentence = sentenceBy(`telemetry.${name}`, details)
  if (!sentence) throw new Error(`No sentence for the telemetry problem ${name}`)
  return sentence
}
