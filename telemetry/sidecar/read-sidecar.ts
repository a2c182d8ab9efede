import { type Meter, noMeter, type RandomAccessSource } from '../source.ts'
import type { Telemetry } from '../types.ts'
import type { SidecarOptions } from './clock.ts'
import { readCsv } from './csv.ts'
import { readGpx } from './gpx.ts'
import { textChunks } from './lines.ts'

/**
 * Reads a telemetry file that lies beside a video: GPX, CSV or .gcsv, up to 256 MB, told apart by the first
 * letter and not by the name. Runs in the browser as well.
 * @param options when the video began, for files with dates
 * @param meter gets the steps that it took
 * @throws TelemetryError with a sentence that can be shown; errors of the source as they are
 */
export async function readSidecarFrom(
  source: RandomAccessSource,
  options?: SidecarOptions,
  meter: Meter = noMeter(),
): Promise<Telemetry> {
  const head = new TextDecoder().decode(await source.read(0, 1024))
  return head.trimStart().startsWith('<')
    ? await readGpx(textChunks(source), options, meter)
    : await readCsv(textChunks(source), options, meter)
}
