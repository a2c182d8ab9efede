import type { Fix } from '../recording.ts'

const knot = 1852 / 3600

/** Degrees from DDMM.mm or DDDMM.mm; NaN when it isn't a number. */
export function degreesOf(degreesAndMinutes: number): number {
  const degrees = Math.trunc(degreesAndMinutes / 100)
  return degrees + (degreesAndMinutes - degrees * 100) / 60
}

/** m/s */
export const fromKnots = (knots: number): number => knots * knot

const number = (text: string | undefined) => (text ? Number(text) : Number.NaN)

/** Sentences of position and height, with the recorder's time in ms before them if it writes one. */
const sentences = /(?:\[(\d{10,14})\]\s*)?\$[A-Z]{2}(RMC|GGA),([^*$\r\n[\]]{0,200})/g

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
export function nmeaFixes(text: string): Fix[] {
  const found = Array.from(text.matchAll(sentences), ([, ms, type, body]) => ({
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
