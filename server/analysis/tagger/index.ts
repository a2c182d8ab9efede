import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { ChildLimits } from '#server/core/media/jailed-child.ts'
import type { Tap } from '../signals/pipes.ts'
import type { AnalysisResult } from '../types.ts'
import { askModel } from './ask.ts'
import { type Description, readDescription, TaggerError } from './description.ts'
import { withLabels } from './labels.ts'
import { createRecording, type Recording } from './recording.ts'

export { TaggerError }

/**
 * Reads a folder's description and runs its model once, on silence or a black picture.
 * @throws TaggerError with what is wrong, for the operator
 */
export async function checkTagger(folder: string, limits?: ChildLimits): Promise<Description> {
  const description = await readDescription(folder)
  await askModel(folder, { description, recording: null, looks: [] }, { limits })
  return description
}

async function label(
  folder: string,
  {
    description,
    recording,
    result,
  }: { description: Description; recording: Recording; result: AnalysisResult },
  options: TaggingOptions,
): Promise<AnalysisResult['highlights']> {
  recording.close()
  const looks = result.highlights.map(highlight => recording.looksIn(highlight))
  const all = looks.flat()
  if (all.length === 0) return result.highlights
  const { file, size } = recording
  const question = { description, recording: { file, ...size }, looks: all.map(({ offset }) => offset) }
  const scores = await askModel(folder, question, options)
  return result.highlights.map((highlight, i) => {
    const mine = looks[i]!
    return withLabels(highlight, description, { looks: mine, scores: scores.splice(0, mine.length) })
  })
}

interface TaggingOptions {
  signal?: AbortSignal | undefined
  limits?: ChildLimits
}

export interface Tagging extends AsyncDisposable {
  /** for the pass over the video */
  tap: Tap
  /**
   * The result with its highlights labeled, or with the problem; notes have the stack of an internal error, for the log.
   * @throws only the signal's reason
   */
  tag(result: AnalysisResult): Promise<{ result: AnalysisResult; notes: string[] }>
}

/** Prepares to label one video's highlights. Whatever goes wrong is in the result and never fails the analysis. */
export async function startTagging(folder: string, options: TaggingOptions = {}): Promise<Tagging> {
  let scratch: string | null = null
  let open: { description: Description; recording: Recording } | null = null
  let failed: unknown = null
  try {
    const description = await readDescription(folder)
    scratch = await mkdtemp(path.join(os.tmpdir(), 'trailcut-tagger-'))
    open = { description, recording: createRecording(path.join(scratch, 'recording'), description) }
  } catch (error) {
    failed = error
  }
  return {
    tap: open?.recording.tap ?? {},
    async tag(result) {
      try {
        if (!open) throw failed
        const highlights = await label(folder, { ...open, result }, options)
        const tagger = { name: open.description.name, problem: null }
        return { result: { ...result, highlights, tagger }, notes: [] }
      } catch (error) {
        options.signal?.throwIfAborted()
        const isKnown = error instanceof TaggerError
        const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
        const problem = isKnown ? error.message : 'an internal error, which the log explains'
        const tagger = { name: open?.description.name ?? null, problem }
        return { result: { ...result, tagger }, notes: isKnown ? [] : [stack] }
      }
    },
    async [Symbol.asyncDispose]() {
      if (scratch) await rm(scratch, { recursive: true, force: true })
    },
  }
}
