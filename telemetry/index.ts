import type { SidecarOptions } from './browser.ts'
import {
  excerptLimit,
  excerptSource,
  isExcerpt,
  type Note,
  type RandomAccessSource,
  readSidecarFrom,
  readTelemetryFrom,
  TelemetryError,
} from './browser.ts'
import { openFileSource } from './file-source.ts'
import type { Telemetry } from './types.ts'

export * from './browser.ts'
export { openFileSource } from './file-source.ts'

/**
 * Reads the telemetry and the camera's highlight tags of an MP4 or MOV.
 * @param input path of a local file, or any source of bytes
 * @param note told why there is none, or why some of it is missing
 * @returns null when the file has neither telemetry nor tags
 * @throws TelemetryError damaged or too_large; I/O errors as they are
 */
export async function readTelemetry(
  input: string | RandomAccessSource,
  note?: Note,
): Promise<Telemetry | null> {
  if (typeof input !== 'string') return readTelemetryFrom(input, note)
  await using source = await openFileSource(input)
  return await readTelemetryFrom(source, note)
}

/**
 * Reads a telemetry file that lies beside a video.
 * @param path GPX, CSV or .gcsv, up to 256 MB
 * @param options when the video began, for files with dates
 * @throws TelemetryError with a sentence that can be shown; I/O errors as they are
 */
export async function readSidecar(path: string, options?: SidecarOptions): Promise<Telemetry> {
  await using source = await openFileSource(path)
  return await readSidecarFrom(source, options)
}

/**
 * Reads telemetry that a rider added to a video: an excerpt of the camera's original, or a GPX, CSV or .gcsv file.
 * @throws TelemetryError with a sentence that can be shown, also when there is no telemetry in it
 */
export async function readAddedTelemetry(path: string): Promise<Telemetry> {
  await using source = await openFileSource(path)
  if (!isExcerpt(await source.read(0, 4))) return await readSidecarFrom(source)
  if (source.size > excerptLimit)
    throw new TelemetryError('too_large', 'There is more telemetry than can be taken.')
  const telemetry = await readTelemetryFrom(excerptSource(await source.read(0, source.size)))
  if (!telemetry) throw new TelemetryError('unsupported', 'There is no telemetry in that file.')
  return telemetry
}
