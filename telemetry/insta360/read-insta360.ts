import { cleanLine } from '#contract/clean-text.ts'
import { viewOf } from '../boxes.ts'
import { STANDARD_GRAVITY } from '../derive.ts'
import type { Film, FilmReader } from '../film.ts'
import { latin1, ProtoMessage } from '../protobuf.ts'
import { type Fix, Recording } from '../recording.ts'
import { limits, type RandomAccessSource } from '../source.ts'

/** Ids of records in the trailer. */
const ids = { facts: 1, motion: 3, fixes: 7 } as const
/** Fields of the facts, a protobuf message. */
const fields = {
  model: [2],
  /** when the first frame was, by the camera's clock, in the unit of the motion rows */
  firstFrame: [24],
  /** ms by which motion is late */
  delay: [28],
  hasDelay: [29],
  /** when the first fix was, ms of the camera's clock */
  firstFix: [36],
  isRaw: [62],
  /** full scale, g and °/s */
  feltRange: [65, 1],
  turnRange: [65, 2],
} as const

/** A raw row: µs, then six 16-bit numbers around 32768; otherwise ms, then six doubles in g and rad/s. */
const rowBytes = { raw: 20, converted: 56 } as const
const fixBytes = 53
/** Rows are read this many bytes at a time, which is a multiple of both sizes. */
const blockBytes = rowBytes.raw * rowBytes.converted * 448
const radians = Math.PI / 180

/** Motion sensors have one of these ranges, g. */
const ranges = [2, 4, 8, 16, 32]
/** Full scale of the gyroscopes in all cameras whose files tell it, °/s. */
const usualTurnRange = 2000
/** Rows from which a missing range is guessed. */
const rangeRows = 1000

/** Fills in three numbers of a raw row, times `scale`, which is the full scale. */
function rawAxes(view: DataView, at: number, scale: number, into: number[]): void {
  for (let axis = 0; axis < 3; axis++)
    into[axis] = ((view.getUint16(at + axis * 2, true) - 32768) / 32768) * scale
}

/** Fills in three numbers of a converted row, times `scale`. */
function convertedAxes(view: DataView, at: number, scale: number, into: number[]): void {
  for (let axis = 0; axis < 3; axis++) into[axis] = view.getFloat64(at + axis * 8, true) * scale
}

/** The range in which the first rows are closest to 1 g in the middle. */
function rangeByGravity(view: DataView): number {
  const lengths: number[] = []
  const share: number[] = []
  for (let at = 0; at + rowBytes.raw <= view.byteLength && lengths.length < rangeRows; at += rowBytes.raw) {
    rawAxes(view, at + 8, 1, share)
    lengths.push(Math.hypot(...share))
  }
  const middle = lengths.toSorted((a, b) => a - b)[lengths.length >> 1] ?? 0
  const distance = (range: number) => Math.abs(Math.log(range * middle))
  return ranges.reduce((best, range) => (distance(range) < distance(best) ? range : best))
}

/** A 64-bit time, little endian; above 2^53 it is inexact. */
const timeAt = (view: DataView, at: number) =>
  view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32

async function factsOf(film: Film, record: TrailerRecord | undefined): Promise<ProtoMessage> {
  const isUsable = record !== undefined && record.size <= limits.payloadBytes
  const bytes = isUsable ? await film.source.read(record.offset, record.size) : new Uint8Array()
  return new ProtoMessage(viewOf(bytes))
}

/** Whether rows are raw: said by the facts, otherwise guessed from the size; a spare byte may follow the last row. */
function isRaw(facts: ProtoMessage, size: number): boolean {
  const said = facts.integer(...fields.isRaw)
  return said === undefined ? size % rowBytes.converted > 1 && size % rowBytes.raw <= 1 : said !== 0
}

async function readMotion(film: Film, { offset, size }: TrailerRecord, facts: ProtoMessage, to: Recording) {
  const raw = isRaw(facts, size)
  const length = raw ? rowBytes.raw : rowBytes.converted
  const perSecond = raw ? 1e6 : 1000
  const delay = facts.integer(...fields.hasDelay) ? (facts.float(...fields.delay) ?? 0) / 1000 : 0
  let firstFrame = facts.signed(...fields.firstFrame)
  let feltRange = facts.integer(...fields.feltRange)
  const turnRange = facts.integer(...fields.turnRange) ?? usualTurnRange
  // An hour has millions of rows, so nothing is made for each of them.
  const axes = [0, 0, 0]
  const fill = raw ? rawAxes : convertedAxes
  const turnAt = raw ? 14 : 32
  for (let from = 0; from < size; from += blockBytes) {
    const view = viewOf(await film.source.read(offset + from, Math.min(blockBytes, size - from)))
    if (raw) feltRange ??= rangeByGravity(view)
    const g = (raw ? feltRange! : 1) * STANDARD_GRAVITY
    const turn = raw ? turnRange * radians : 1
    for (let at = 0; at + length <= view.byteLength; at += length) {
      const clock = timeAt(view, at)
      // Without this fact, the rows begin with the video.
      firstFrame ??= clock
      const time = (clock - firstFrame) / perSecond - delay
      fill(view, at + 8, g, axes)
      to.accelerometer(time, axes)
      fill(view, at + turnAt, turn, axes)
      to.gyroscope(time, axes)
    }
  }
}

async function readFixes(film: Film, { offset, size }: TrailerRecord, facts: ProtoMessage, to: Recording) {
  // The receiver's rows tell the time of day; the camera's clock tells when the first of them was.
  const firstFrame = facts.signed(...fields.firstFrame)
  const firstFix = facts.signed(...fields.firstFix)
  const frameMs = firstFrame !== undefined && facts.integer(...fields.isRaw) ? firstFrame / 1000 : firstFrame
  const late = firstFix === undefined || frameMs === undefined ? 0 : (firstFix - frameMs) / 1000
  let first: number | null = null
  const perBlock = Math.floor(blockBytes / fixBytes) * fixBytes
  for (let from = 0; from < size; from += perBlock) {
    const view = viewOf(await film.source.read(offset + from, Math.min(perBlock, size - from)))
    for (let at = 0; at + fixBytes <= view.byteLength; at += fixBytes) {
      const unix = view.getUint32(at, true) + view.getUint16(at + 8, true) / 1000
      first ??= unix
      const letter = (place: number) => latin1(view, { start: at + place, end: at + place + 1 })
      const degrees = (place: number, negative: string) =>
        Math.abs(view.getFloat64(at + place, true)) * (negative.includes(letter(place + 8)) ? -1 : 1)
      const fix: Fix = {
        time: unix - first + late,
        // West is "O" in cameras set to French, Italian or Spanish.
        ...{ latitude: degrees(11, 'S'), longitude: degrees(20, 'WO') },
        ...{ speed: view.getFloat64(at + 29, true), altitude: view.getFloat64(at + 45, true), unix },
      }
      if (letter(10) === 'A') to.fix(fix)
    }
  }
}

/** Reads the motion and the fixes of Insta360's cameras from their trailer. Axes differ by model. */
export const readInsta360: FilmReader = async film => {
  const records = await trailerRecords(film.source)
  if (!records) return null
  const recording = new Recording(film.seconds)
  const facts = await factsOf(film, records.get(ids.facts))
  const [motion, fixes] = [records.get(ids.motion), records.get(ids.fixes)]
  if (motion) await readMotion(film, motion, facts, recording)
  if (fixes) await readFixes(film, fixes, facts, recording)
  return recording.finish('insta360', cleanLine(facts.text(...fields.model) ?? '') || null)
}

/** The last bytes of a file with a trailer. */
const magic = '8db42d694ccc418790edff439fe026bf'
/** Behind the last footer: 32 bytes, the trailer's length, its version, the magic. */
const endBytes = 72
const lengthAt = 32
/** Behind each record: how it is written, its id, its size. */
const footerBytes = 6
/** A row of the directory: id, how it is written, size, position from the trailer's start. */
const directoryRowBytes = 10
/** Cameras write about twenty records. */
const mostRecords = 200

/** Where the bytes of a record are in the file. */
interface TrailerRecord {
  offset: number
  size: number
}

const directory = 0

async function viewAt(source: RandomAccessSource, offset: number, length: number): Promise<DataView | null> {
  const bytes = await source.read(offset, length)
  return bytes.length === length ? viewOf(bytes) : null
}

/**
 * The records of the trailer that Insta360's cameras write behind the video, by id. They are listed from the end: by a
 * directory, otherwise one after the other. Sources: AdrianEddy/telemetry-parser (src/insta360), ExifTool
 * (QuickTimeStream.pl), alex-plekhanov/insvtools.
 * @returns null without a trailer; that takes one reading of 78 bytes
 */
async function trailerRecords(source: RandomAccessSource): Promise<Map<number, TrailerRecord> | null> {
  const { size } = source
  if (size < endBytes + footerBytes) return null
  const end = await viewAt(source, size - endBytes - footerBytes, endBytes + footerBytes)
  if (!end || latin1(end, { start: end.byteLength - magic.length, end: end.byteLength }) !== magic)
    return null
  const length = end.getUint32(footerBytes + lengthAt, true)
  const start = size - length
  if (start < 0) return null

  const records = new Map<number, TrailerRecord>()
  /** The first of two with an id counts, if it lies within the trailer. */
  const add = (id: number, offset: number, bytes: number) => {
    const isInside = offset >= start && offset + bytes <= size - endBytes
    if (isInside && bytes > 0 && !records.has(id)) records.set(id, { offset, size: bytes })
  }
  let footer: DataView | null = end
  for (let count = 0, at = size - endBytes - footerBytes; footer && count < mostRecords; count++) {
    const id = footer.getUint8(1)
    const bytes = footer.getUint32(2, true)
    if (at - bytes < start) break
    if (
      id === directory &&
      count === 0 &&
      bytes >= directoryRowBytes &&
      bytes <= mostRecords * directoryRowBytes
    ) {
      const rows = await viewAt(source, at - bytes, bytes)
      for (let row = 0; rows && row + directoryRowBytes <= bytes; row += directoryRowBytes)
        add(rows.getUint8(row), start + rows.getUint32(row + 6, true), rows.getUint32(row + 2, true))
      if (records.size > 0) break
    }
    add(id, at - bytes, bytes)
    at -= bytes + footerBytes
    footer = at >= start ? await viewAt(source, at, footerBytes) : null
  }
  return records
}
