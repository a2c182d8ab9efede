import { fileURLToPath } from 'node:url'
import { AtMost } from '#server/core/at-most.ts'
import { type ChildLimits, runJailed } from '#server/core/media/jailed-child.ts'
import { type Description, modelFile, TaggerError } from './description.ts'

/** What the tagging process is asked. */
export interface Question {
  description: Description
  /** the recording; null only to try the model once, on silence or a black picture */
  recording: { file: string; width: number; height: number } | null
  /** where each look begins in the recording, bytes */
  looks: number[]
}

/** The single line printed by the tagging process. */
export type Answer =
  /** for each look, the score of each label, 0 to 1 */
  | { scores: number[][] }
  /** what is wrong with the model or its description */
  | { refused: string }
  /** an internal error: the stack */
  | { failed: string }

/** A model of 350 MB needs about 1.2 GB while it loads. */
export const taggerLimits: ChildLimits = { deadlineMs: 600_000, heapMb: 512, memoryBytes: 3 * 1024 ** 3 }
const answerBytes = 8 * 1024 * 1024

/** Models in use in this process: others wait, so that they can't use up all memory together. */
const places = new AtMost(1)

/**
 * Runs a folder's model in a separate process.
 * @returns for each look, the score of each label
 * @throws TaggerError when the model or its description is wrong, or beyond the limits; the signal's reason when
 * aborted; Error with its stack when the process failed for another reason
 */
export async function askModel(
  folder: string,
  question: Question,
  { signal, limits = taggerLimits }: { signal?: AbortSignal | undefined; limits?: ChildLimits | undefined },
): Promise<number[][]> {
  const model = modelFile(folder)
  const { line, late, outOfMemory, killedBy, complaints } = await places.run(() =>
    runJailed({
      script: fileURLToPath(new URL('./child.ts', import.meta.url)),
      args: () => [model],
      packages: true,
      reads: [model, ...(question.recording ? [question.recording.file] : [])],
      input: JSON.stringify(question),
      ...{ answerBytes, limits, niceness: 10, signal },
    }),
  )
  if (late) throw new TaggerError(`model.onnx takes longer than ${Math.round(limits.deadlineMs / 1000)} s`)
  const { memoryBytes } = limits
  const tooBig = () =>
    new TaggerError(`model.onnx needs more than ${Math.round(memoryBytes / 1e6)} MB of memory`)
  if (outOfMemory) throw tooBig()
  if (line === null) throw new Error(`The tagger died (${killedBy}): ${complaints}`)
  const answer = JSON.parse(line) as Answer
  if ('scores' in answer) return answer.scores
  const why = 'refused' in answer ? answer.refused : answer.failed
  if (/bad_alloc|failed to allocate|allocation failed|out of memory|OOM/i.test(why)) throw tooBig()
  if ('refused' in answer) throw new TaggerError(why)
  throw new Error(`The tagger failed: ${why}`)
}
