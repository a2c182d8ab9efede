import { mkdtemp, open, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AddedRideAnswer, TelemetrySummary } from '#contract/analysis.ts'
import { AtMost } from '#server/core/at-most.ts'
import { type ChildLimits, runJailed } from '#server/core/media/jailed-child.ts'
import { type Sentence, sentenceBy } from '#server/core/sentences.ts'
import { TelemetryError, type TelemetryProblem } from '#telemetry/problems/index.ts'
import type { Telemetry, TelemetrySeries } from '#telemetry/types.ts'
import '#sentences/telemetry.ts'

/**
 * A series without its numbers: `rows` times as f64, then rows × axes values, f64 if `precise`, otherwise
 * f32.
 */
export type SeriesHead = Omit<TelemetrySeries, 'times' | 'values'> & { rows: number; precise: boolean }

/** What is stored of a ride that a rider added to a video. */
export interface Ride extends Omit<AddedRideAnswer, 'chosen' | 'begins'> {
  /** when it began, as its recorder says, Unix seconds; null without dates */
  begins: number | null
}

/** The reading process's result. */
export interface Found {
  /** why there is no telemetry, or why some is missing */
  notes: string[]
  summary: TelemetrySummary | null
  /** of a ride that was added; null for a camera's own telemetry */
  ride: Ride | null
  /** null when the file has neither telemetry nor tags */
  telemetry: (Omit<Telemetry, 'series'> & { series: SeriesHead[] }) | null
}

/** The single line printed by the reading process. */
export type Answer =
  | Found
  | { refused: TelemetryProblem }
  | { outOfMemory: true }
  /** an internal or disk error: the stack, for the log */
  | { failed: string }

/** Limits for reading one file: an hour of telemetry takes 2 seconds, 64 MB of GPX 5, and both stay below 600 MB. */
export const readerLimits: ChildLimits = { deadlineMs: 60_000, heapMb: 512, memoryBytes: 2 * 1024 ** 3 }

/** Tags, at most 10,000, make up most of an answer. */
const answerBytes = 8 * 1024 * 1024

/**
 * Reads one file in a separate process.
 * @param numbers file that receives the numbers of all series, in a folder of its own; null when only the summary is needed
 * @throws TelemetryError of the read, or too_large beyond the deadline or the memory limit; the signal's
 * reason when aborted; Error with its stack when the process failed for another reason
 */
async function runChild(
  kind: 'added' | 'original',
  input: string,
  numbers: string | null,
  { limits, signal }: { limits: ChildLimits; signal: AbortSignal | undefined },
): Promise<Found> {
  const file = path.resolve(input)
  const { line, late, outOfMemory, killedBy, complaints } = await runJailed({
    script: fileURLToPath(new URL('./child.ts', import.meta.url)),
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

export interface ReaderOptions {
  signal?: AbortSignal | undefined
  limits?: ChildLimits
}

/** Concurrent reads in this process; others wait, so that they can't use up all memory together. */
const places = new AtMost(2)

/** How many reads are waiting in this process. */
export const readingsWaiting = (): number => places.waiting

/** Reads the series back without blocking the event loop: each array is filled by the system. */
async function readSeries(file: string, heads: readonly SeriesHead[]): Promise<Map<string, TelemetrySeries>> {
  const series = new Map<string, TelemetrySeries>()
  if (heads.length === 0) return series
  await using handle = await open(file, 'r')
  const fill = async <T extends Float64Array | Float32Array>(array: T): Promise<T> => {
    const bytes = new Uint8Array(array.buffer)
    for (let done = 0; done < bytes.length; ) {
      const { bytesRead } = await handle.read(bytes, done, bytes.length - done)
      if (bytesRead === 0) throw new Error('The numbers of the telemetry are cut off')
      done += bytesRead
    }
    return array
  }
  for (const { rows, precise, ...about } of heads) {
    const times = await fill(new Float64Array(rows))
    const numbers = rows * about.axes
    const values = await fill(precise ? new Float64Array(numbers) : new Float32Array(numbers))
    series.set(about.fourcc, { ...about, times, values })
  }
  return series
}

async function whole(
  kind: 'added' | 'original',
  input: string,
  { signal, limits = readerLimits }: ReaderOptions,
): Promise<{ telemetry: Telemetry | null; notes: string[] }> {
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'trailcut-numbers-'))
  try {
    const numbers = path.join(scratch, 'numbers')
    const { telemetry, notes } = await places.run(() => runChild(kind, input, numbers, { signal, limits }))
    if (!telemetry) return { telemetry, notes }
    return { telemetry: { ...telemetry, series: await readSeries(numbers, telemetry.series) }, notes }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/**
 * Reads the telemetry and camera tags of an MP4 or MOV in a separate process with a deadline and a memory
 * limit.
 * @returns null when the file has neither; notes say why, or what is missing
 * @throws TelemetryError damaged or too_large, also beyond the limits; the signal's reason; I/O errors as
 * Error
 */
export const readTelemetryInProcess = (input: string, options: ReaderOptions = {}) =>
  whole('original', input, options)

/**
 * Reads telemetry that a rider added to a video: an excerpt of the camera's original, or a GPX, CSV or .gcsv
 * file, in a separate process with a deadline and a memory limit.
 * @throws TelemetryError; the signal's reason; I/O errors as Error
 */
export async function readAddedInProcess(input: string, options: ReaderOptions = {}): Promise<Telemetry> {
  const { telemetry } = await whole('added', input, options)
  if (!telemetry) throw new Error('The telemetry reader gave no telemetry')
  return telemetry
}

/**
 * Summarizes telemetry that a rider added, and the ride in it: as readAddedInProcess, but without the numbers.
 * @throws the same
 */
export async function summarizeAddedInProcess(
  input: string,
  { signal, limits = readerLimits }: ReaderOptions = {},
): Promise<Pick<Found, 'summary' | 'ride'>> {
  return places.run(() => runChild('added', input, null, { signal, limits }))
}

/** What a rider reads about a problem. */
export function telemetrySentence({ name, ...details }: TelemetryProblem): Sentence {
  const sentence = sentenceBy(`telemetry.${name}`, details)
  if (!sentence) throw new Error(`No sentence for the telemetry problem ${name}`)
  return sentence
}
