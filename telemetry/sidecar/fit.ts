import { fourcc, viewOf } from '../boxes.ts'
import { isPlace } from '../plausible.ts'
import { TelemetryError } from '../problems/index.ts'
import type { Meter, RandomAccessSource } from '../source.ts'
import type { Telemetry } from '../types.ts'
import { SidecarClock } from './clock.ts'
import { sidecarTelemetry, Track } from './series-of.ts'

/** FIT: watches and bike computers; 8 hours at one record a second take 1 to 3 MB. */
const most = { bytes: 64 << 20 } as const

/** 1989-12-31T00:00:00Z, from which FIT counts seconds. Smaller times than `dated` count from the recorder's start. */
const epoch = 631_065_600
const dated = 0x1000_0000
const degrees = 180 / 2 ** 31
/** Meters within which a fix has to be. */
const accuracyLimit = 30

/** Whether the first bytes of a file are FIT's: a header of 12 or 14 bytes with its mark. */
export const isFit = (head: Uint8Array): boolean =>
  head.length >= 12 && (head[0] === 12 || head[0] === 14) && fourcc(viewOf(head), 8) === '.FIT'

interface Field {
  number: number
  /** from the start of the message, bytes */
  at: number
  size: number
  type: number
}
interface Definition {
  message: number
  littleEndian: boolean
  size: number
  fields: Map<number, Field>
}

type Read = (view: DataView, at: number, littleEndian: boolean) => number
/** Numbers by base type, with their size and the value that means there is none. */
const types: Record<number, { size: number; invalid: number; read: Read }> = {
  0: { size: 1, invalid: 0xff, read: (view, at) => view.getUint8(at) },
  1: { size: 1, invalid: 0x7f, read: (view, at) => view.getInt8(at) },
  2: { size: 1, invalid: 0xff, read: (view, at) => view.getUint8(at) },
  3: { size: 2, invalid: 0x7fff, read: (view, at, little) => view.getInt16(at, little) },
  4: { size: 2, invalid: 0xffff, read: (view, at, little) => view.getUint16(at, little) },
  5: { size: 4, invalid: 0x7fff_ffff, read: (view, at, little) => view.getInt32(at, little) },
  6: { size: 4, invalid: 0xffff_ffff, read: (view, at, little) => view.getUint32(at, little) },
  8: { size: 4, invalid: Number.NaN, read: (view, at, little) => view.getFloat32(at, little) },
  9: { size: 8, invalid: Number.NaN, read: (view, at, little) => view.getFloat64(at, little) },
}
/** The part of a base type that names it; the highest bit says whether it has a byte order. */
const typeBits = 0x1f

/** One data message: its numbers by field, NaN for what it doesn't have. */
class Message {
  readonly #view: DataView
  readonly #start: number
  readonly #definition: Definition
  /** from a compressed header */
  readonly #timestamp: number | null

  constructor(view: DataView, start: number, definition: Definition, timestamp: number | null) {
    this.#view = view
    this.#start = start
    this.#definition = definition
    this.#timestamp = timestamp
  }

  get kind(): number {
    return this.#definition.message
  }

  number(...fields: number[]): number {
    for (const number of fields) {
      const field = this.#definition.fields.get(number)
      const type = field && types[field.type & typeBits]
      if (!field || !type || field.size < type.size) continue
      const value = type.read(this.#view, this.#start + field.at, this.#definition.littleEndian)
      if (value !== type.invalid && Number.isFinite(value)) return value
    }
    return Number.NaN
  }

  text(number: number): string {
    const field = this.#definition.fields.get(number)
    if (!field) return ''
    const start = this.#view.byteOffset + this.#start + field.at
    const bytes = new Uint8Array(this.#view.buffer, start, field.size)
    const end = bytes.indexOf(0)
    return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end)).trim()
  }

  /** Seconds since FIT's epoch, or since the recorder's start. */
  get time(): number {
    return this.#timestamp ?? this.number(fields.timestamp)
  }
}

/** The messages and fields that are read, by their numbers in FIT's profile. */
const kinds = { file: 0, record: 20, event: 21, gps: 160, camera: 161, clock: 162 } as const
const fields = {
  timestamp: 253,
  file: { manufacturer: 1, name: 8 },
  event: { event: 0, type: 1 },
  record: { latitude: 0, longitude: 1, altitude: [78, 2], speed: [73, 6], accuracy: 31 },
  gps: { ms: 0, latitude: 1, longitude: 2, altitude: [3], speed: [4] },
  camera: { ms: 0, type: 1, recording: 2 },
  clock: { system: 1, ms: 4, systemMs: 5 },
} as const
/** The event of the recorder's timer, and its start. */
const timer = { event: 0, start: 0 } as const
/** A VIRB's events with which a video, or its next file, begins: on its first stream or on its second. */
const videoStarts = [0, 1, 4, 5, 7, 8]
/** A ride has fewer videos. */
const mostRecordings = 10_000

const manufacturers: Record<number, string> = {
  1: 'Garmin',
  23: 'Suunto',
  32: 'Wahoo',
  123: 'Polar',
  265: 'Strava',
  289: 'Hammerhead',
  294: 'COROS',
}

/** A definition message at `at`, behind its header byte. @returns null when it doesn't fit */
function definitionAt(
  view: DataView,
  at: number,
  end: number,
  hasDeveloperFields: boolean,
): { definition: Definition; end: number } | null {
  if (at + 5 > end) return null
  const littleEndian = view.getUint8(at + 1) === 0
  const definition: Definition = {
    message: view.getUint16(at + 2, littleEndian),
    littleEndian,
    size: 0,
    fields: new Map(),
  }
  let next = at + 5
  const take = (count: number, named: boolean): boolean => {
    if (next + count * 3 > end) return false
    for (let n = 0; n < count; n++, next += 3) {
      const [number, size, type] = [view.getUint8(next), view.getUint8(next + 1), view.getUint8(next + 2)]
      if (named) definition.fields.set(number, { number, at: definition.size, size, type })
      definition.size += size
    }
    return true
  }
  if (!take(view.getUint8(at + 4), true)) return null
  if (!hasDeveloperFields) return { definition, end: next }
  if (next + 1 > end) return null
  const count = view.getUint8(next++)
  return take(count, false) ? { definition, end: next } : null
}

/**
 * The data messages of a FIT file, and of others that follow it. Ends at the first byte that is none: what precedes the
 * damage is still useful.
 */
function* messagesOf(view: DataView, meter: Meter): Generator<Message> {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
  for (let start = 0; isFit(bytes.subarray(start, start + 14)); ) {
    const header = bytes[start]!
    const size = view.getUint32(start + 4, true)
    // A recorder that lost its power has not yet written the size.
    const end = size === 0 ? bytes.length : Math.min(bytes.length, start + header + size)
    const definitions: (Definition | undefined)[] = []
    let last = 0
    let at = start + header
    while (at < end) {
      const head = bytes[at++]!
      const isCompressed = (head & 0x80) !== 0
      const local = isCompressed ? (head >> 5) & 3 : head & 15
      if (!isCompressed && head & 0x40) {
        const found = definitionAt(view, at, end, (head & 0x20) !== 0)
        if (!found) return
        definitions[local] = found.definition
        meter.steps += found.end - at
        at = found.end
        continue
      }
      const definition = definitions[local]
      if (!definition || at + definition.size > end) return
      // The five lowest bits of the time; they went past 31 when they are smaller than before.
      if (isCompressed) last += ((head & 31) - (last & 31) + 32) & 31
      const message = new Message(view, at, definition, isCompressed ? last : null)
      if (!isCompressed && Number.isFinite(message.time)) last = message.time
      yield message
      meter.steps += definition.size + 1
      at += definition.size
    }
    // A checksum of two bytes.
    start = end + 2
  }
}

/**
 * Reads positions, altitudes and speeds from a FIT file (https://developer.garmin.com/fit/protocol/): `record`, or a
 * camera's `gps_metadata` where there are more of those, and when a VIRB's videos began. Compressed times, developer fields, both byte orders, and files
 * behind each other. Times that no recorder has had yet are left out.
 * @throws TelemetryError too_large, damaged when it isn't FIT, unsupported when no record has a position and a time
 */
export async function readFit(source: RandomAccessSource, meter: Meter): Promise<Telemetry> {
  if (source.size > most.bytes) throw new TelemetryError({ name: 'fitTooLarge' })
  const view = viewOf(await source.read(0, source.size))
  const clock = new SidecarClock()
  const tracks = { record: new Track(), gps: new Track() }
  const counts = { record: 0, gps: 0 }
  const tomorrow = Date.now() / 1000 + 86_400
  let device: string | null = null
  let segment = 0
  /** from the recorder's start to FIT's epoch */
  let sinceStart = Number.NaN

  const take = (which: 'record' | 'gps', message: Message) => {
    const { latitude, longitude, altitude, speed } = fields[which]
    const ms = which === 'gps' ? message.number(fields.gps.ms) || 0 : 0
    const counted = message.time + ms / 1000
    const seconds = epoch + (message.time < dated ? counted + sinceStart : counted)
    if (!(seconds >= epoch + dated && seconds < tomorrow)) return
    const at = clock.toVideo({ seconds, absolute: true })
    const place = [message.number(latitude) * degrees, message.number(longitude) * degrees] as const
    const isKnown =
      isPlace(...place) && !(which === 'record' && message.number(fields.record.accuracy) > accuracyLimit)
    if (!isKnown) return
    counts[which]++
    tracks[which].add({
      time: at,
      latitude: place[0],
      longitude: place[1],
      altitude: message.number(...altitude) / 5 - 500,
      speed: message.number(...speed) / 1000,
      segment,
    })
  }

  const recordings = new Map<string, number>()
  let records = 0
  for (const message of messagesOf(view, meter)) {
    if (message.kind === kinds.record || message.kind === kinds.gps) {
      records++
      take(message.kind === kinds.record ? 'record' : 'gps', message)
    } else if (message.kind === kinds.file)
      device ??=
        message.text(fields.file.name) || manufacturers[message.number(fields.file.manufacturer)] || null
    else if (message.kind === kinds.event) {
      const starts = message.number(fields.event.type) === timer.start
      if (starts && message.number(fields.event.event) === timer.event) segment++
    } else if (message.kind === kinds.camera) {
      const name = message.text(fields.camera.recording)
      const begins = videoStarts.includes(message.number(fields.camera.type))
      if (name && begins && !recordings.has(name) && recordings.size < mostRecordings)
        recordings.set(name, message.time + (message.number(fields.camera.ms) || 0) / 1000)
    } else if (message.kind === kinds.clock) {
      const { system, ms, systemMs } = fields.clock
      const utc = message.time + (message.number(ms) || 0) / 1000
      const counted = message.number(system) + (message.number(systemMs) || 0) / 1000
      if (utc >= dated) sinceStart = utc - counted
    }
  }
  const track = counts.gps > counts.record ? tracks.gps : tracks.record
  const telemetry = sidecarTelemetry('fit', device, clock.origin, [track.finish('FIT track')])
  if (telemetry.series.size === 0)
    throw new TelemetryError({ name: records === 0 ? 'noTrackPoints' : 'noUsablePoint', format: 'FIT' })
  if (recordings.size === 0) return telemetry
  const unix = (counted: number) => epoch + (counted < dated ? counted + sinceStart : counted)
  const named = [...recordings].map(([name, counted]) => [name, unix(counted)] as const)
  return { ...telemetry, recordings: Object.fromEntries(named.filter(([, at]) => Number.isFinite(at))) }
}
