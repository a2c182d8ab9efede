import type { FastifyBaseLogger } from 'fastify'
import type { TimeSpan } from '#contract/analysis.ts'
import type { UnitSystem } from '#contract/gauges/units.ts'
import { inWordsFor } from '#server/core/sentences.ts'
import { improveTexts, type TextWriter } from '../model-writer/index.ts'
import { factsShown } from '../private-places/shown.ts'
import type { WrittenTexts } from '../store.ts'
import type { AnalysisResult } from '../types.ts'
import { writeTexts } from './index.ts'

/**
 * A ride's public texts in both systems of units, by the model if there is one. Both are stored, since they can't be
 * written again later: the rider may rename the video, and a model writes something else each time.
 */
export async function writeInUnits(
  found: AnalysisResult,
  ride: { title: string; hidden: readonly TimeSpan[] },
  writer: TextWriter | null,
  job: { signal: AbortSignal; log: FastifyBaseLogger },
): Promise<WrittenTexts> {
  const shown = factsShown(found, ride.hidden)
  const factsIn = (units: UnitSystem) => {
    const { highlights, scenes } = inWordsFor(shown, { language: 'en', units })
    return { ...shown, highlights, scenes }
  }
  const [metric, imperial] = [factsIn('metric'), factsIn('imperial')]
  const texts = writer ? await improveTexts(metric, ride.title, writer, job) : found.texts
  if (JSON.stringify(metric) === JSON.stringify(imperial)) return { metric: texts, imperial: null }
  const standard = writeTexts({ input: ride, ...shown }, 'imperial')
  return {
    metric: texts,
    imperial: writer
      ? await improveTexts({ ...imperial, texts: standard }, ride.title, writer, job)
      : standard,
  }
}
