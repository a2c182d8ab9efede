import { viewOf } from '../boxes.ts'
import { STANDARD_GRAVITY } from '../derive.ts'
import type { FilmReader } from '../film.ts'
import { latin1, type Part } from '../protobuf.ts'
import { type Fix, Recording } from '../recording.ts'

/** Tags of a sensor: samples a second, µs of the first after the frame, whether in SI, counts per unit, counts. */
const sensors = {
  gyro: { rate: 0xe435, late: 0xe437, isSi: 0xe438, scale: 0xe439, counts: 0xe43b, factor: Math.PI / 180 },
  accl: { rate: 0xe445, late: 0xe447, isSi: 0xe448, scale: 0xe449, counts: 0xe44b, factor: STANDARD_GRAVITY },
} as const

/** Tags of the receiver: Exif's GPS tags (CIPA DC-008) from here on. */
const gps = 0x8500
const exif = {
  ...{ latitudeRef: 1, latitude: 2, longitudeRef: 3, longitude: 4, altitudeRef: 5, altitude: 6 },
  ...{ clock: 7, status: 9, precision: 11, speedRef: 12, speed: 13, date: 29 },
} as const
/** m/s per unit of speed */
const speeds: Record<string, number> = { K: 1 / 3.6, M: 0.44704, N: 1852 / 3600 }
/** A fix is good below this dilution of precision. */
const precisionLimit = 5

/** A label of 16 bytes, which has no length. */
const label = 0x060e
const container = 0x8300
/** Containers within containers; cameras write one level. */
const deepest = 4

/** The tags of a frame, big endian; the first of two counts. */
function tagsOf(view: DataView, { start, end }: Part, depth = 0, found = new Map<number, Part>()) {
  for (let at = start; at + 4 <= end; ) {
    const tag = view.getUint16(at)
    if (tag === label) {
      at += 16
      continue
    }
    if (tag === 0 || tag === 0xffff) break
    const part = { start: at + 4, end: at + 4 + view.getUint16(at + 2) }
    if (part.end > end) break
    if (tag === container && depth < deepest) tagsOf(view, part, depth + 1, found)
    else if (!found.has(tag)) found.set(tag, part)
    at = part.end
  }
  return found
}

/** The numbers of a tag of fractions: two u32 each. */
const fractions = (view: DataView, part: Part | undefined): number[] =>
  part
    ? Array.from({ length: Math.floor((part.end - part.start) / 8) }, (_, i) => {
        const at = part.start + i * 8
        return view.getUint32(at) / view.getUint32(at + 4)
      })
    : []

/** The fix of a frame, without its time; null without a good one. */
function fixOf(view: DataView, tags: ReadonlyMap<number, Part>): Omit<Fix, 'time'> | null {
  const text = (tag: number) => {
    const part = tags.get(gps + tag)
    return part ? latin1(view, part).replace(/\0.*$/s, '') : ''
  }
  const numbers = (tag: number) => fractions(view, tags.get(gps + tag))
  const degrees = (tag: number, negative: string) => {
    const [whole = Number.NaN, minutes = 0, seconds = 0] = numbers(tag)
    return (whole + minutes / 60 + seconds / 3600) * (text(tag - 1) === negative ? -1 : 1)
  }
  if (text(exif.status) !== 'A' || (numbers(exif.precision)[0] ?? 0) >= precisionLimit) return null
  const altitudeRef = tags.get(gps + exif.altitudeRef)
  const below = altitudeRef && altitudeRef.end > altitudeRef.start && view.getUint8(altitudeRef.start) === 1
  const [altitude] = numbers(exif.altitude)
  const [hours = Number.NaN, minutes = Number.NaN, seconds = Number.NaN] = numbers(exif.clock)
  const [year = Number.NaN, month = 1, day = 1] = text(exif.date).split(':').map(Number)
  return {
    ...{ latitude: degrees(exif.latitude, 'S'), longitude: degrees(exif.longitude, 'W') },
    altitude: altitude !== undefined && below ? -altitude : altitude,
    speed: (numbers(exif.speed)[0] ?? Number.NaN) * (speeds[text(exif.speedRef)] ?? Number.NaN),
    unix: Date.UTC(year, month - 1, day) / 1000 + hours * 3600 + minutes * 60 + seconds,
  }
}

/** The samples of a sensor in a frame: seconds after its start, and three axes. */
function samplesOf(
  view: DataView,
  tags: ReadonlyMap<number, Part>,
  sensor: keyof typeof sensors,
  frame: number,
) {
  const { rate, late, isSi, scale, counts, factor } = sensors[sensor]
  const [list, divisor] = [tags.get(counts), tags.get(scale)]
  if (!list || list.end - list.start < 8 || !divisor || divisor.end - divisor.start < 4) return []
  const length = Math.min(view.getUint32(list.start), Math.floor((list.end - list.start - 8) / 6))
  if (view.getUint32(list.start + 4) !== 6) return []
  const number = (tag: number) => {
    const part = tags.get(tag)
    return part && part.end - part.start >= 4 ? view.getInt32(part.start) : 0
  }
  const unit = tags.get(isSi)
  const inSi = unit && unit.end > unit.start && view.getUint8(unit.start) !== 0
  const per = (inSi ? 1 : factor) / view.getFloat32(divisor.start)
  const step = number(rate) > 0 ? 1 / number(rate) : frame / length
  return Array.from({ length }, (_, i) => ({
    after: number(late) / 1e6 + i * step,
    axes: [0, 2, 4].map(axis => view.getInt16(list.start + 8 + i * 6 + axis) * per),
  }))
}

/**
 * Reads the `rtmd` track of Sony's cameras: a sample per frame, of a header whose length is in its first two bytes and
 * of tags with their length. Source: AdrianEddy/telemetry-parser (src/sony).
 */
export const readRtmd: FilmReader = async film => {
  const spans = film.samplesOf('rtmd')
  if (!spans) return null
  const recording = new Recording(film.seconds)
  let before = ''
  await film.read(spans, (bytes, { start, duration }) => {
    const view = viewOf(bytes)
    if (bytes.length < 2) return
    const tags = tagsOf(view, { start: view.getUint16(0), end: bytes.length })
    for (const { after, axes } of samplesOf(view, tags, 'gyro', duration))
      recording.gyroscope(start + after, axes)
    for (const { after, axes } of samplesOf(view, tags, 'accl', duration))
      recording.accelerometer(start + after, axes)
    // The receiver is slower than the picture, so frames repeat its fix.
    const fix = fixOf(view, tags)
    const now = JSON.stringify(fix)
    if (fix && now !== before) recording.fix({ time: start, ...fix })
    before = now
  })
  return recording.finish('rtmd', null)
}
