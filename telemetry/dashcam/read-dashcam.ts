import { childBoxes, findBox, viewOf } from '../boxes.ts'
import type { Film, FilmReader } from '../film.ts'
import { TelemetryError } from '../problems/index.ts'
import { latin1 } from '../protobuf.ts'
import { type Fix, Recording } from '../recording.ts'
import { limits } from '../source.ts'
import type { PayloadSpan } from '../track.ts'

/** What a Novatek record begins with, behind its box's size or header. */
const mark = 'freeGPS '
/** All that a record tells is in these bytes, of tens of thousands. */
const recordBytes = 512

/** Where a record's validity is, from its mark: in most cameras, and in newer ones of Viofo. */
const layouts = [68, 36]

/** Where a record of a Novatek film is: there is one a second. */
const recordAt = (offset: number, length: number, second: number): PayloadSpan => ({
  ...{ offset, size: Math.min(length, recordBytes), start: second, duration: 1 },
})

/** Records by the box `gps ` in moov: at 4 their number, then position and size of each. */
function indexedRecords({ moov, source }: Film): (PayloadSpan | null)[] {
  const box = findBox(moov, 0, moov.byteLength, 'gps ')
  if (!box || box.end - box.start < 8) return []
  const count = Math.min(moov.getUint32(box.start + 4), Math.floor((box.end - box.start) / 8) - 1)
  if (count > limits.payloads) throw new TelemetryError({ name: 'tooManyPayloads' })
  let free = 0
  return Array.from({ length: count }, (_, index) => {
    const [offset, size] = [8, 12].map(at => moov.getUint32(box.start + index * 8 + at))
    const record = recordAt(offset!, size!, index)
    const end = record.offset + record.size
    if (record.offset < free || record.size === 0 || end > source.size) return null
    free = end
    return record
  })
}

/** Adds the fix of a Novatek record. Its time of day is local, so it doesn't date the video. */
function addRecord(view: DataView, time: number, to: Recording): void {
  const text = latin1(view, { start: 0, end: view.byteLength })
  const start = text.slice(0, 16).indexOf(mark)
  if (start < 0) return
  const spoken = nmeaFixes(text)[0]
  if (spoken) {
    const { unix: _, ...fix } = spoken
    to.fix({ ...fix, time })
    return
  }
  const flags = layouts.map(at => start + at).find(at => /^A[NS][EW]/.test(text.slice(at, at + 3)))
  if (flags === undefined || flags + 16 > view.byteLength) return
  const [latitude, longitude, knots] = [4, 8, 12].map(at => view.getFloat32(flags + at, true))
  to.fix({
    time,
    latitude: degreesOf(latitude!) * (text[flags + 1] === 'S' ? -1 : 1),
    longitude: degreesOf(longitude!) * (text[flags + 2] === 'W' ? -1 : 1),
    speed: fromKnots(knots!),
  })
}

/** Adds the fixes of BlackVue's cameras: NMEA text in a `gps ` box within a `free` box. */
async function addSentences({ source }: Film, box: { offset: number; length: number }, to: Recording) {
  if (box.length > limits.payloadBytes) throw new TelemetryError({ name: 'payloadTooLarge' })
  const view = viewOf(await source.read(box.offset, box.length))
  for (const { type, start, end } of childBoxes(view, 0, view.byteLength))
    if (type === 'gps ') for (const fix of nmeaFixes(latin1(view, { start, end }))) to.fix(fix)
}

/** Boxes within BlackVue's `free` box, of which one is the first. */
const inFree = ['cprt', 'thum', 'ptnm', 'ptrh', 'gps ', '3gf ', 'sttm']

/**
 * Reads the fixes of dashcams: Novatek's `freeGPS ` records, one a second, listed in moov or as boxes of their own, and
 * BlackVue's NMEA text. Sources: ExifTool (QuickTimeStream.pl, QuickTime.pm), amkulikov/dashcamigo
 * (docs/gps-format-coverage.md).
 */
export const readDashcam: FilmReader = async film => {
  const recording = new Recording(film.seconds)
  const addRecords = (records: readonly (PayloadSpan | null)[]) =>
    film.read(
      records.filter(record => record !== null),
      (bytes, { start }) => addRecord(viewOf(bytes), start, recording),
    )
  const indexed = indexedRecords(film)
  await addRecords(indexed)
  if (indexed.length === 0) {
    const boxes = await film.freeBoxes()
    const records = boxes.filter(({ head }) => head === mark || head.startsWith('GPS '))
    // The mark's first four letters are the box's type in some films.
    await addRecords(records.map(({ offset, length }, second) => recordAt(offset - 4, length + 4, second)))
    for (const box of boxes) if (inFree.includes(box.head.slice(4))) await addSentences(film, box, recording)
  }
  return recording.finish('dashcam', null)
}

const knot = 1852 / 3600

/** Degrees from DDMM.mm or DDDMM.mm; NaN when it isn't a number. */
function degreesOf(degreesAndMinutes: number): number {
  const degrees = Math.trunc(degreesAndMinutes / 100)
  return degrees + (degreesAndMinutes - degrees * 100) / 60
}

/** m/s */
const fromKnots = (knots: number): number => knots * knot

const number = (text: string | undefined) => (text ? Number(text) : Number.NaN)

/** Sentences of position and height, with the recorder's time in ms before them if it writes one. */
const nmeaSentences = /(?:\[(\d{10,14})\]\s*)?\$[A-Z]{2}(RMC|GGA),([^*$\r\n[\]]{0,200})/g

/** Unix seconds of a sentence's hhmmss.ss and ddmmyy; NaN when it has none. */
function unixOf(clock = '', date = ''): number {
  const [time, day] = [/^(\d\d)(\d\d)(\d\d(?:\.\d+)?)$/.exec(clock), /^(\d\d)(\d\d)(\d\d)$/.exec(date)]
  if (!time || !day) return Number.NaN
  const [, hours, minutes, seconds] = time.map(Number)
  const [, dayOfMonth, month, year] = day.map(Number)
  return Date.UTC(2000 + year!, month! - 1, dayOfMonth!, hours, minutes) / 1000 + seconds!
}

/**
 * The fixes in NMEA 0183 text: RMC sentences that are valid ("A"), with the height of the GGA sentence of the same
 * time. Their times count from the first sentence, by the recorder's clock where it is written, as BlackVue does.
 */
function nmeaFixes(text: string): Fix[] {
  const found = Array.from(text.matchAll(nmeaSentences), ([, ms, type, body]) => ({
    ...{ ms: number(ms), type, fields: body!.split(',') },
  }))
  const heights = new Map<string, number>()
  for (const { type, fields } of found)
    if (type === 'GGA' && fields[8]) heights.set(fields[0]!, number(fields[8]))
  const rows = found.filter(({ type }) => type === 'RMC')
  const firstMs = found.find(({ ms }) => ms > 0)?.ms
  const firstUnix = rows.map(({ fields }) => unixOf(fields[0], fields[8])).find(unix => unix > 0)
  return rows.flatMap(({ ms, fields }) => {
    const [clock, status, latitude, northOrSouth, longitude, eastOrWest, knots, , date] = fields
    if (status !== 'A') return []
    const unix = unixOf(clock, date)
    const time = firstMs === undefined ? unix - (firstUnix ?? Number.NaN) : (ms - firstMs) / 1000
    return {
      ...{ time, unix, altitude: heights.get(clock!), speed: fromKnots(number(knots)) },
      latitude: degreesOf(number(latitude)) * (northOrSouth === 'S' ? -1 : 1),
      longitude: degreesOf(number(longitude)) * (eastOrWest === 'W' ? -1 : 1),
    }
  })
}
