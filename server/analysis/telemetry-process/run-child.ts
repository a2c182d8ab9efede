import path from 'node:path'
import { type ChildLimits, runJailed } from '#server/core/media/jailed-child.ts'
import { TelemetryError } from '#telemetry/problems/index.ts'
import type { Answer, Found } from './answer.ts'

/** Limits for reading one file. */
export type ReaderLimits = ChildLimits

/** An hour of telemetry takes 2 seconds, 64 MB of GPX 5, and both stay below 600 MB. */
export const readerLimits: ReaderLimits = { deadlineMs: 60_000, heapMb: 512, memoryBytes: 2 * 1024 ** 3 }

/** Tags, at most 10,000, make up most of an answer. */
const answerBytes = 8 * 1024 * 1024

/**
 * Reads one file in a separate process.
 * @param numbers file that receives the numbers of all series, in a folder of its own; null when only the summary is needed
 * @throws TelemetryError of the read, or too_large beyond the deadline or the memory limit; the signal's
 * reason when aborted; Error with its stack when the process failed for another reason
 */
export async function runChild(
  kind: 'added' | 'original',
  input: string,
  numbers: string | null,
  { limits, signal }: { limits: ReaderLimits; signal: AbortSignal | undefined },
): Promise<Found> {
  const file = path.resolve(input)
  const { line, late, outOfMemory, killedBy, complaints } = await runJailed({
    script: path.join(import.meta.dirname, 'child.ts'),
    args: at => [kind, at.input, ...(numbers ? [`${at.folder}/${path.basename(numbers)}`] : [])],
    reads: [file],
    folder: numbers && path.dirname(numbers),
    ...{ answerBytes, limits, signal },
  })
  if (late) throw new TelemetryError({ name: 'tooSlow' })
  if (outOfMemory) throw new TelemetryError({ name: 'tooMuchMemory' })
  if (line === null) throw new Error(`The telemetry reader died (${killedBy}): ${complaints}`)
  const answer = JSON.parse(line) as Answer
  if ('outOfMemory' in answer) throw new TelemetryError({ name: 'tooMuchMemory' })
  if ('refused' in answer) throw new TelemetryError(answer.refused)
  if ('failed' in answer) throw new Error(`The telemetry reader failed: ${answer.failed}`)
  return answer
}
