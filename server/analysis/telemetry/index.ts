import type { Telemetry } from '../types.ts'
import { openFileSource } from './file-source.ts'
import { type Note, readTelemetryFrom } from './read.ts'
import type { RandomAccessSource } from './source.ts'

export { openFileSource } from './file-source.ts'
export { parseGpmfPayloads } from './gpmf.ts'
export { type Note, readTelemetryFrom } from './read.ts'
export type { SidecarOptions } from './sidecar/clock.ts'
export { readSidecar, readSidecarFrom } from './sidecar/read-sidecar.ts'
export { type RandomAccessSource, TelemetryError, type TelemetryErrorCode } from './source.ts'

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
