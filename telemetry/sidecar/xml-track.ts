import { isPlace } from '../plausible.ts'
import { TelemetryError } from '../problems/index.ts'
import type { Meter } from '../source.ts'
import type { Telemetry } from '../types.ts'
import { parseTime, SidecarClock } from './clock.ts'
import { sidecarTelemetry, Track } from './series-of.ts'
import { type XmlEvent, xmlEvents } from './xml.ts'

const number = (text: string | undefined): number =>
  text === undefined || text.trim() === '' ? Number.NaN : Number(text)

/** A point as written: the texts of what is known of it. */
type Written = Partial<Record<'latitude' | 'longitude' | 'altitude' | 'speed' | 'time', string>>

/** The element of a point, and those inside it, by the names of a format without namespaces. */
interface Names {
  format: 'gpx' | 'tcx'
  point: string
  /** a stretch that was recorded without a pause */
  segment: string
  values: Record<string, keyof Written>
}

const formats: Record<string, Names> = {
  // https://www.topografix.com/GPX/1/1/; latitude and longitude are attributes.
  gpx: {
    format: 'gpx',
    point: 'trkpt',
    segment: 'trkseg',
    values: { ele: 'altitude', speed: 'speed', time: 'time' },
  },
  // https://www8.garmin.com/xmlschemas/TrainingCenterDatabasev2.xsd; the speed is an extension.
  TrainingCenterDatabase: {
    format: 'tcx',
    point: 'Trackpoint',
    segment: 'Track',
    values: {
      LatitudeDegrees: 'latitude',
      LongitudeDegrees: 'longitude',
      AltitudeMeters: 'altitude',
      Speed: 'speed',
      Time: 'time',
    },
  },
}

/** The points of a GPX or TCX file, one after the other. */
class Points {
  readonly #names: Names
  readonly #take: (point: Written, segment: number) => void
  #segment = 0
  #open: Written | null = null

  constructor(names: Names, take: (point: Written, segment: number) => void) {
    this.#names = names
    this.#take = take
  }

  read(event: XmlEvent): void {
    const { point, segment, values } = this.#names
    if (event.kind === 'open') {
      if (event.name === segment) this.#segment++
      if (event.name !== point) return
      const [latitude, longitude] = ['lat', 'lon'].map(name => event.attributes.get(name))
      this.#open = { ...(latitude && longitude ? { latitude, longitude } : {}) }
    } else if (this.#open && event.name === point) {
      this.#take(this.#open, this.#segment)
      this.#open = null
    } else if (this.#open && Object.hasOwn(values, event.name)) {
      this.#open[values[event.name]!] = event.text
    }
  }
}

/**
 * The points of a KML file: the n-th `when` of a gx:Track belongs to its n-th `coord`, which is longitude, latitude,
 * altitude (https://developers.google.com/kml/documentation/kmlreference#gxtrack). Lines and routes have no times.
 */
class KmlPoints {
  readonly #take: (point: Written, segment: number) => void
  #segment = 0
  #open: { times: string[]; places: string[] } | null = null

  constructor(take: (point: Written, segment: number) => void) {
    this.#take = take
  }

  read(event: XmlEvent): void {
    if (event.kind === 'open') {
      if (event.name === 'Track') this.#open = { times: [], places: [] }
      return
    }
    if (!this.#open) return
    const { times, places } = this.#open
    if (event.name === 'when') times.push(event.text)
    else if (event.name === 'coord') places.push(event.text)
    else if (event.name === 'Track') {
      this.#segment++
      this.#open = null
      places.forEach((place, index) => {
        const [longitude = '', latitude = '', altitude = ''] = place.trim().split(/\s+/)
        this.#take({ longitude, latitude, altitude, time: times[index] ?? '' }, this.#segment)
      })
    }
  }
}

/**
 * Reads the points of a GPX 1.0 or 1.1, TCX or KML file: place, altitude (m), time, and speed (m/s) where the format has
 * it; missing speeds are computed from the positions.
 * @throws TelemetryError damaged when it is none of them, unsupported when no point has a position and a time
 */
export async function readXmlTrack(text: AsyncIterable<string>, meter: Meter): Promise<Telemetry> {
  const clock = new SidecarClock()
  const track = new Track()
  let device: string | null = null
  let root: string | null = null
  let points = 0
  let reader: Points | KmlPoints | null = null

  const take = (written: Written, segment: number) => {
    points++
    const time = parseTime((written.time ?? '').trim())
    if (time === null) return
    // The recorder's clock began with its first point, whether or not that one knew where it was.
    const at = clock.toVideo(time)
    const [latitude, longitude] = [number(written.latitude), number(written.longitude)]
    if (!isPlace(latitude, longitude)) return
    const speed = number(written.speed)
    const altitude = number(written.altitude)
    track.add({ time: at, latitude, longitude, altitude, speed: speed < 0 ? Number.NaN : speed, segment })
  }

  for await (const event of xmlEvents(text, meter)) {
    if (root === null && event.kind === 'open') {
      root = event.name
      device = event.attributes.get('creator') ?? null
      const names = Object.hasOwn(formats, root) ? formats[root] : undefined
      reader = names ? new Points(names, take) : root === 'kml' ? new KmlPoints(take) : null
    }
    if (!reader) break
    reader.read(event)
  }
  if (!reader || root === null) throw new TelemetryError({ name: 'notTrack' })
  const format = formats[root]?.format ?? 'kml'
  const name = format.toUpperCase()
  const telemetry = sidecarTelemetry(format, device, clock.origin, [track.finish(`${name} track`)])
  if (telemetry.series.size === 0)
    throw new TelemetryError(
      root === 'kml' && points === 0
        ? { name: 'kmlWithoutTimes' }
        : points === 0
          ? { name: 'noTrackPoints', format: name }
          : { name: 'noUsablePoint', format: name },
    )
  return telemetry
}
