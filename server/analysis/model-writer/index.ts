import type { FastifyBaseLogger } from 'fastify'
import type { AnalysisResult, GeneratedTexts } from '#contract/analysis.ts'
import type { Config } from '#server/core/settings/config.ts'
import type { Shown } from '../private-places/shown.ts'
import { type Draft, draft, type Facts, factsOf, refuseDraft, type Told, textsFrom } from './rules.ts'

/** Writes a draft from facts. @throws when the model doesn't answer, or not in the requested format */
export type TextWriter = (facts: Facts, signal: AbortSignal) => Promise<Draft>

const instructions = `You write titles, descriptions and tags for videos of off-road rides.
Use only the facts given as JSON. Every number you write must be one of those facts, written the same way.
Name no trick, place, vehicle or person that the facts do not name. No superlatives, no emoji, plain sentences.
Titles have at most 90 characters, the caption for short videos at most 140, hashtags are 3 to 5 single words.`

const answerWithinMs = 60_000

/** A writer for any service with OpenAI's chat completions API (most have it, including local ones). */
export function modelWriter(settings: NonNullable<Config['textModel']>): TextWriter {
  return async (facts, signal) => {
    // Installed only where a model is set.
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    const { generateText, Output } = await import('ai')
    const provider = createOpenAICompatible({
      name: 'texts',
      baseURL: settings.url,
      supportsStructuredOutputs: true,
      ...(settings.apiKey ? { apiKey: settings.apiKey } : {}),
    })
    const { output } = await generateText({
      model: provider(settings.model),
      system: instructions,
      prompt: JSON.stringify(facts),
      output: Output.object({ schema: draft }),
      maxRetries: 2,
      abortSignal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]),
    })
    return output
  }
}

/** The model's texts if every number in them was measured; otherwise the standard ones. Never fails. */
export async function improveTexts(
  result: Shown<Told & Pick<AnalysisResult, 'texts'>>,
  rideTitle: string,
  writer: TextWriter,
  { signal, log }: { signal: AbortSignal; log: FastifyBaseLogger },
): Promise<GeneratedTexts> {
  const facts = factsOf(result, rideTitle)
  try {
    const written = await writer(facts, signal)
    const refused = refuseDraft(written, facts)
    if (!refused) return textsFrom(written, result.texts)
    log.warn({ refused }, 'the text model wrote what was not measured; the standard texts stand')
  } catch (error) {
    signal.throwIfAborted()
    log.warn({ err: error }, 'the text model did not answer; the standard texts stand')
  }
  return result.texts
}
