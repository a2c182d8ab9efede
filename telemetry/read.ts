import { findMoov, viewOf } from './boxes.ts'
import { readCamm } from './camm/read-camm.ts'
import { slowMotionPace } from './capture-rate.ts'
import { readDashcam } from './dashcam/read-dashcam.ts'
import { readDjmd } from './djmd/read-djmd.ts'
import { Film, type FilmReader, type Note } from './film.ts'
import { GpmfReader } from './gpmf.ts'
import { readInsta360 } from './insta360/read-insta360.ts'
import { plausible } from './plausible.ts'
import { TelemetryError } from './problems/index.ts'
import { readRtmd } from './rtmd/read-rtmd.ts'
import type { RandomAccessSource } from './source.ts'
import { readCameraTags } from './tags.ts'
import { findTracks } from './track.ts'
import type { Telemetry } from './types.ts'
import { virbRecording } from './virb.ts'

const readGpmf: FilmReader = async film => {
  const spans = film.samplesOf('gpmd')
  if (!spans) return null
  const reader = new GpmfReader(film.seconds, spans.length)
  const last = spans.at(-1)
  await film.read(spans, (bytes, span) => {
    reader.add(bytes, { start: span.start, duration: span.duration, last: span === last })
  })
  const found = reader.finish()
  return found.series.size > 0 ? { ...found, format: 'gpmf' } : null
}

/** Formats by their track come first: the others look at further bytes of the file. */
const readers: FilmReader[] = [readGpmf, readDjmd, readRtmd, readCamm, readInsta360, readDashcam]

/**
 * Reads the camera's sensors and its highlight tags from an MP4 or MOV, with bounded reads and memory. Also runs in the
 * browser: it needs only the source.
 * @returns null when the file has neither telemetry nor tags, and isn't slow motion (`note` receives the reason)
 * @throws TelemetryError damaged or too_large; errors of the source unchanged
 */
export async function readTelemetryFrom(source: RandomAccessSource, note?: Note): Promise<Telemetry | null> {
  const search = await findMoov(source)
  if (search.moov === null) {
    note?.(search.reason)
    return null
  }
  const moov = await source.read(search.moov.offset, search.moov.length)
  if (moov.length < search.moov.length) throw new TelemetryError({ name: 'indexCutOff' })
  const found = findTracks(viewOf(moov))
  const tags = readCameraTags(moov, found.videoDuration)
  const film = new Film(source, viewOf(moov), found, search, note)
  const shown = slowMotionPace(viewOf(moov))
  const slow = shown === null ? {} : { pace: shown }
  for (const read of readers) {
    const telemetry = await read(film)
    if (telemetry) return plausible({ ...slow, ...telemetry, tags })
  }
  if (tags.length > 0) return { device: null, series: new Map(), ...slow, tags, format: 'gpmf' }
  const recording = virbRecording(viewOf(moov))
  if (recording !== null)
    return { device: 'Garmin VIRB', series: new Map(), ...slow, recording, tags, format: 'virb' }
  if (shown !== null) return { device: null, series: new Map(), ...slow, tags, format: 'phone' }
  note?.(
    found.fragmented
      ? 'The MP4 is fragmented and has no telemetry index.'
      : 'The file has no telemetry and no highlight tags.',
  )
  return null
}
