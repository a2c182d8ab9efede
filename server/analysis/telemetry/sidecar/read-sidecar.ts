import type { Telemetry } from '../../types.ts'
import { openFileSource } from '../file-source.ts'
import type { RandomAccessSource } from '../source.ts'
import type { SidecarOptions } from './clock.ts'
import { readCsv } from './csv.ts'
import { readGpx } from './gpx.ts'
import { textChunks } from './lines.ts'

/** Reads GPX, CSV or .gcsv, told apart by the first letter and not by the name. Runs in the browser as well. */
export async function readSidecarFrom(
  source: RandomAccessSource,
  options?: SidecarOptions,
): Promise<Telemetry> {
  const head = new TextDecoder().decode(await source.read(0, 1024))
  return head.trimStart().startsWith('<')
    ? await readGpx(textChunks(source), options)
    : await readCsv(textChunks(source), options)
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
