import { isPlace } from '../plausible.ts'
import { TelemetryError } from '../problems/index.ts'
import { type Meter, noMeter } from '../source.ts'
import type { Telemetry } from '../types.ts'
import { parseTime, SidecarClock, type SidecarOptions } from './clock.ts'
import type { TrackPoint } from './positions.ts'
import { sidecarTelemetry, Track } from './series-of.ts'
import { type XmlEvent, xmlEvents } from './xml.ts'

interface OpenPoint {
  latitude: number
  longitude: number
  altitude: number
  speed: number
  time: string
}

const number = (text: string | undefined): number =>
  text === undefined || text.trim() === '' ? Number.NaN : Number(text)

function openPoint(attributes: ReadonlyMap<string, string>): OpenPoint {
  return {
    latitude: number(attributes.get('lat')),
    longitude: number(attributes.get('lon')),
    altitude: Number.NaN,
    speed: Number.NaN,
    time: '',
  }
}

/**
 * Reads the track points of a GPX 1.0 or 1.1 file: `lat`, `lon`, `ele`, `time`, and `speed` (m/s) in any
 * namespace; missing speeds are computed from the positions. https://www.topografix.com/GPX/1/1/
 * @throws TelemetryError damaged when it is not GPX, unsupported when no point has a position and a time
 */
export async function readGpx(
  text: AsyncIterable<string>,
  options: SidecarOptions = {},
  meter: Meter = noMeter(),
): Promise<Telemetry> {
  const clock = new SidecarClock(options)
  const track = new Track()
  let device: string | null = null
  let root: string | null = null
  let segment = 0
  let points = 0
  let point: OpenPoint | null = null

  const close = (done: OpenPoint) => {
    points++
    const time = parseTime(done.time.trim())
    if (time === null) return
    // The recorder's clock began with its first point, whether or not that one knew where it was.
    const at = clock.toVideo(time)
    if (!isPlace(done.latitude, done.longitude)) return
    const { time: _, ...place } = done
    const entry: TrackPoint = { ...place, time: at, segment }
    if (entry.speed < 0) entry.speed = Number.NaN
    track.add(entry)
  }
  const read = (event: XmlEvent) => {
    if (event.kind === 'open') {
      if (root === null) {
        root = event.name
        device = event.attributes.get('creator') ?? null
      }
      if (event.name === 'trkseg') segment++
      if (event.name === 'trkpt') point = openPoint(event.attributes)
      return
    }
    if (point === null) return
    if (event.name === 'ele') point.altitude = number(event.text)
    else if (event.name === 'speed') point.speed = number(event.text)
    else if (event.name === 'time') point.time = event.text
    else if (event.name === 'trkpt') {
      close(point)
      point = null
    }
  }

  for await (const event of xmlEvents(text, meter)) {
    read(event)
    if (root !== null && root !== 'gpx') break
  }
  if (root !== 'gpx') throw new TelemetryError({ name: 'notGpx' })
  const telemetry = sidecarTelemetry(device, [track.finish('GPX track')])
  if (telemetry.series.size === 0)
    throw new TelemetryError({ name: points === 0 ? 'noTrackPoints' : 'noUsablePoint' })
  return telemetry
}
