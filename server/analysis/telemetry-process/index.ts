import { mkdtemp, open, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { AtMost } from '#server/core/at-most.ts'
import type { Note } from '#telemetry/film.ts'
import type { Telemetry, TelemetrySeries } from '#telemetry/types.ts'
import type { Found, SeriesHead } from './answer.ts'
import { type ReaderLimits, readerLimits, runChild } from './run-child.ts'

export interface ReaderOptions {
  signal?: AbortSignal | undefined
  limits?: ReaderLimits
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
  note?: Note,
): Promise<Telemetry | null> {
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'trailcut-numbers-'))
  try {
    const numbers = path.join(scratch, 'numbers')
    const found: Found = await places.run(() => runChild(kind, input, numbers, { signal, limits }))
    for (const reason of found.notes) note?.(reason)
    if (!found.telemetry) return null
    const { series, ...about } = found.telemetry
    return { ...about, series: await readSeries(numbers, series) }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/**
 * Reads the telemetry and camera tags of an MP4 or MOV in a separate process with a deadline and a memory
 * limit.
 * @returns null when the file has neither; `note` receives the reason
 * @throws TelemetryError damaged or too_large, also beyond the limits; the signal's reason; I/O errors as
 * Error
 */
export const readTelemetryInProcess = (
  input: string,
  note?: Note,
  options: ReaderOptions = {},
): Promise<Telemetry | null> => whole('original', input, options, note)

/**
 * Reads telemetry that a rider added to a video: an excerpt of the camera's original, or a GPX, CSV or .gcsv
 * file, in a separate process with a deadline and a memory limit.
 * @throws TelemetryError; the signal's reason; I/O errors as Error
 */
export async function readAddedInProcess(input: string, options: ReaderOptions = {}): Promise<Telemetry> {
  const telemetry = await whole('added', input, options)
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
