import { plausible } from '../plausible.ts'
import { TelemetryError } from '../problems/index.ts'
import type { Meter, RandomAccessSource } from '../source.ts'
import type { Telemetry } from '../types.ts'
import { readCsv } from './csv.ts'
import { isFit, readFit } from './fit.ts'
import { textChunks } from './lines.ts'
import { isSrt, readSrt } from './srt.ts'
import { readXmlTrack } from './xml-track.ts'

/**
 * Reads a telemetry file that accompanies a video: FIT up to 64 MB; GPX, TCX, KML, CSV, .gcsv or a DJI drone's SRT up
 * to 256 MB; distinguished by its first bytes and not by its name. Also runs in the browser.
 * @param meter counts the steps taken
 * @throws TelemetryError; errors of the source unchanged
 */
export async function readSidecarFrom(
  source: RandomAccessSource,
  meter: Meter = { steps: 0 },
): Promise<Telemetry> {
  const found = plausible(await readAny(source, meter))
  // Nothing in it could be true.
  if (found.series.size === 0) throw new TelemetryError({ name: 'noTelemetry' })
  return found
}

async function readAny(source: RandomAccessSource, meter: Meter): Promise<Telemetry> {
  const start = await source.read(0, 1024)
  if (isFit(start)) return readFit(source, meter)
  const head = new TextDecoder().decode(start)
  if (isSrt(head)) return readSrt(textChunks(source), meter)
  const read = head.trimStart().startsWith('<') ? readXmlTrack : readCsv
  return read(textChunks(source), meter)
}
