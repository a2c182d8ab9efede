import { plausible } from '../plausible.ts'
import { type Meter, noMeter, type RandomAccessSource } from '../source.ts'
import type { Telemetry } from '../types.ts'
import type { SidecarOptions } from './clock.ts'
import { readCsv } from './csv.ts'
import { readGpx } from './gpx.ts'
import { textChunks } from './lines.ts'

/**
 * Reads a telemetry file that accompanies a video: GPX, CSV or .gcsv, up to 256 MB, distinguished by its
 * first letter and not by its name. Also runs in the browser.
 * @param options when the video began, for files with dates
 * @param meter counts the steps taken
 * @throws TelemetryError; errors of the source unchanged
 */
export async function readSidecarFrom(
  source: RandomAccessSource,
  options?: SidecarOptions,
  meter: Meter = noMeter(),
): Promise<Telemetry> {
  const head = new TextDecoder().decode(await source.read(0, 1024))
  const read = head.trimStart().startsWith('<') ? readGpx : readCsv
  return plausible(await read(textChunks(source), options, meter))
}
