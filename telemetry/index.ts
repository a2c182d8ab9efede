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
export { readTagsIn, writeTagsIn } from './write/write-tags.ts'

/**
 * Reads the telemetry and the camera's highlight tags from an MP4 or MOV.
 * @param input path of a local file, or any source of bytes
 * @param note receives the reason when there is none, or some is missing
 * @returns null when the file has neither telemetry nor tags
 * @throws TelemetryError damaged or too_large; I/O errors unchanged
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
 * Reads a telemetry file that accompanies a video.
 * @param path FIT up to 64 MB; GPX, TCX, KML, CSV, .gcsv or SRT up to 256 MB
 * @throws TelemetryError; I/O errors unchanged
 */
export async function readSidecar(path: string): Promise<Telemetry> {
  await using source = await openFileSource(path)
  return await readSidecarFrom(source)
}

/**
 * Reads telemetry that a rider added to a video: an excerpt of the camera's original, or a sidecar.
 * @throws TelemetryError, also when it contains no telemetry
 */
export async function readAddedTelemetry(path: string): Promise<Telemetry> {
  await using source = await openFileSource(path)
  if (!isExcerpt(await source.read(0, 4))) return await readSidecarFrom(source)
  if (source.size > excerptLimit) throw new TelemetryError({ name: 'excerptTooLarge' })
  const telemetry = await readTelemetryFrom(excerptSource(await source.read(0, source.size)))
  if (!telemetry) throw new TelemetryError({ name: 'noTelemetry' })
  return telemetry
}
