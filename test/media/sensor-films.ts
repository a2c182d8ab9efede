import { box, concat, fullBox, u16, u32 } from '#telemetry/write/mp4.ts'

/** Small MP4 files without a picture whose sensors are written as cameras other than GoPro do, for tests. */

type Bytes = Uint8Array

/** Numbers as little-endian bytes: pairs of a DataView method's ending and a value. */
type Kind = 'Uint8' | 'Uint16' | 'Int16' | 'Uint32' | 'Int32' | 'Float32' | 'Float64'
const sizes: Record<Kind, number> = {
  ...{ Uint8: 1, Uint16: 2, Int16: 2, Uint32: 4, Int32: 4, Float32: 4, Float64: 8 },
}
function numbers(kind: Kind, values: readonly number[], little: boolean): Bytes {
  const view = new DataView(new ArrayBuffer(values.length * sizes[kind]))
  values.forEach((value, i) => {
    view[`set${kind}`](i * sizes[kind], value, little)
  })
  return new Uint8Array(view.buffer)
}
const le = (kind: Kind, ...values: number[]) => numbers(kind, values, true)
const be = (kind: Kind, ...values: number[]) => numbers(kind, values, false)
const letters = (text: string) => Uint8Array.from(text, letter => letter.charCodeAt(0))
const le64 = (value: number) => le('Uint32', value % 2 ** 32, Math.floor(value / 2 ** 32))

const ftyp = box('ftyp', 'mp41', u32(0))
const timescale = 1000

/** A track's boxes down to its samples, of equal length in ms. */
const trak = (handler: string, entry: string, ms: number, sizesOf: number[], offset: number): Bytes =>
  box(
    'trak',
    box(
      'mdia',
      fullBox('mdhd', 0, u32(0), u32(0), u32(timescale), u32(ms * sizesOf.length), u16(0), u16(0)),
      fullBox('hdlr', 0, u32(0), handler, new Uint8Array(12), '\0'),
      box(
        'minf',
        box(
          'stbl',
          fullBox('stsd', 0, u32(1), box(entry, new Uint8Array(6), u16(1))),
          fullBox('stts', 0, u32(1), u32(sizesOf.length), u32(ms)),
          fullBox('stsc', 0, u32(1), u32(1), u32(sizesOf.length), u32(1)),
          fullBox('stsz', 0, u32(0), u32(sizesOf.length), ...sizesOf.map(u32)),
          fullBox('stco', 0, u32(1), u32(offset)),
        ),
      ),
    ),
  )
const mvhd = (seconds: number) =>
  fullBox('mvhd', 0, u32(0), u32(0), u32(timescale), u32(seconds * timescale), new Uint8Array(76), u32(2))

/** A film with one track of samples, each `ms` long, and a picture track of the same length that says how long it is. */
export function filmWithTrack(entry: string, ms: number, samples: readonly Bytes[]): Bytes {
  const seconds = (ms * samples.length) / 1000
  const data = box('mdat', ...samples)
  const sizesOf = samples.map(({ length }) => length)
  const picture = trak('vide', 'avc1', ms * samples.length, [0], 0)
  const track = trak('meta', entry, ms, sizesOf, ftyp.length + 8)
  return concat([ftyp, data, box('moov', mvhd(seconds), picture, track)])
}

/** A protobuf field: a message or text, a number of 8 bytes, or a whole number; `f32` for one of 4 bytes. */
type Value = Bytes | string | number | { f32: number } | { whole: number }
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))]
const delimited = (field: number, bytes: Bytes) =>
  concat([Uint8Array.from([...varint(field * 8 + 2), ...varint(bytes.length)]), bytes])
export function proto(...fields: [field: number, value: Value][]): Bytes {
  return concat(
    fields.map(([field, value]) => {
      if (typeof value === 'string') return delimited(field, letters(value))
      if (value instanceof Uint8Array) return delimited(field, value)
      if (typeof value === 'number')
        return concat([Uint8Array.from(varint(field * 8 + 1)), le('Float64', value)])
      if ('f32' in value) return concat([Uint8Array.from(varint(field * 8 + 5)), le('Float32', value.f32)])
      return Uint8Array.from([...varint(field * 8), ...varint(value.whole)])
    }),
  )
}

/** One frame of an Osmo Action: acceleration in g and, with a receiver, its fix. */
export function djmdFrame(
  felt: readonly [number, number, number],
  fix?: { latitude: number; longitude: number; north: number; east: number; time: string; status?: number },
): Bytes {
  const [x, y, z] = felt
  const acceleration = proto([2, { f32: x }], [3, { f32: y }], [4, { f32: z }])
  const receiver =
    fix &&
    proto(
      [1, proto([4, 'DJI AC004'])],
      [
        2,
        proto(
          [1, proto([1, { whole: 1 }], [2, fix.latitude], [3, fix.longitude])],
          [2, { whole: 122_745 }],
          ...(fix.status ? [[3, { whole: fix.status }] as [number, Value]] : []),
          [6, proto([1, fix.time])],
        ),
      ],
      [3, proto([1, { f32: fix.north }], [2, { f32: fix.east }])],
    )
  return proto([
    3,
    proto([2, proto([10, acceleration])], ...(receiver ? [[4, receiver] as [number, Value]] : [])),
  ])
}
/** What a film begins with that was not trimmed. */
export const djmdHeader = (schema: string, product: string): Bytes =>
  proto([1, proto([1, proto([1, schema], [10, product])])])

export interface InstaRow {
  /** µs of the camera's clock */
  clock: number
  /** g, °/s */
  felt: readonly number[]
  turned: readonly number[]
}
export interface InstaFix {
  unix: number
  status?: 'A' | 'V'
  latitude: number
  longitude: number
  west?: string
  speed: number
}

const share = (value: number, range: number) => Math.round((value / range) * 32768) + 32768
const footer = (id: number, size: number, format = 0) =>
  concat([Uint8Array.of(format, id), le('Uint32', size)])

/** The trailer of an Insta360 camera with raw motion of ±32 g and ±2000 °/s, or with converted motion. */
export function instaTrailer(
  rows: readonly InstaRow[],
  options: {
    fixes?: readonly InstaFix[]
    /** fields of the facts beyond the model */
    facts?: [field: number, value: Value][]
    converted?: boolean
    /** records are listed in a directory */
    directory?: boolean
  } = {},
): Bytes {
  const motion = rows.map(({ clock, felt, turned }) =>
    options.converted
      ? concat([le64(clock / 1000), le('Float64', ...felt, ...turned.map(value => (value * Math.PI) / 180))])
      : concat([
          le64(clock),
          le('Uint16', ...felt.map(g => share(g, 32)), ...turned.map(rate => share(rate, 2000))),
        ]),
  )
  const fixes = (options.fixes ?? []).map(({ unix, status = 'A', latitude, longitude, west = 'E', speed }) =>
    concat([
      ...[le64(Math.floor(unix)), le('Uint16', Math.round((unix % 1) * 1000)), letters(status)],
      ...[le('Float64', latitude), letters('N'), le('Float64', longitude), letters(west)],
      le('Float64', speed, 90, 1400),
    ]),
  )
  const facts = proto([2, 'Insta360 X3'], ...(options.facts ?? []))
  // A spare byte follows the motion, as in a real file.
  const records = [
    { id: 7, bytes: concat(fixes) },
    { id: 3, bytes: concat([...motion, Uint8Array.of(0x85)]) },
    { id: 1, bytes: facts },
  ].filter(({ bytes }) => bytes.length > 0)
  let at = 0
  const directory = records.map(({ id, bytes }) => {
    const row = concat([Uint8Array.of(id, 0), le('Uint32', bytes.length, at)])
    at += bytes.length + 6
    return row
  })
  const body = concat([
    ...records.flatMap(({ id, bytes }) => [bytes, footer(id, bytes.length, id === 1 ? 1 : 0)]),
    ...(options.directory ? [...directory, footer(0, directory.length * 10)] : []),
  ])
  const length = body.length + 72
  return concat([
    body,
    new Uint8Array(32),
    le('Uint32', length, 3),
    letters('8db42d694ccc418790edff439fe026bf'),
  ])
}

/** A film of some seconds without sensors, to which a trailer can be added. */
export const plainFilm = (seconds: number): Bytes => filmWithTrack('tmcd', seconds * 1000, [u32(0)])

/** A CAMM sample. */
export const camm = {
  gyroscope: (...rates: number[]) => concat([le('Uint16', 0, 2), le('Float32', ...rates)]),
  accelerometer: (...felt: number[]) => concat([le('Uint16', 0, 3), le('Float32', ...felt)]),
  place: (...place: number[]) => concat([le('Uint16', 0, 5), le('Float64', ...place)]),
  fix: (fix: {
    type: number
    place: [number, number]
    altitude: number
    accuracy: number
    east: number
    north: number
  }) =>
    concat([
      ...[
        le('Uint16', 0, 6),
        le('Float64', 1_400_000_000),
        le('Int32', fix.type),
        le('Float64', ...fix.place),
      ],
      le('Float32', fix.altitude, fix.accuracy, 5, fix.east, fix.north, 0, 1),
    ]),
}

const rtmdTag = (tag: number, bytes: Bytes) => concat([u16(tag), u16(bytes.length), bytes])
const fractions = (...values: number[]) =>
  concat(values.map(value => be('Uint32', Math.round(value * 1000), 1000)))
export interface RtmdFix {
  status: 'A' | 'V'
  latitude: [number, number, number]
  longitude: [number, number, number]
  west?: boolean
  kmh: number
  clock: [number, number, number]
  date: string
}
/** A frame of Sony's: counts of the accelerometer (per g 1000) and the gyroscope (per °/s 10), and a fix. */
export function rtmdFrame(felt: readonly number[][], turned: readonly number[][], fix?: RtmdFix): Bytes {
  const counts = (rows: readonly number[][]) =>
    concat([be('Int32', rows.length, 6), be('Int16', ...rows.flat())])
  const sensor = (first: number, scale: number, rows: readonly number[][]) => [
    rtmdTag(first, be('Int32', 100)),
    rtmdTag(first + 2, be('Int32', 0)),
    rtmdTag(first + 3, Uint8Array.of(0)),
    rtmdTag(first + 4, be('Float32', scale)),
    rtmdTag(first + 6, counts(rows)),
  ]
  const gps = fix
    ? [
        rtmdTag(0x8501, letters('N')),
        rtmdTag(0x8502, fractions(...fix.latitude)),
        rtmdTag(0x8503, letters(fix.west ? 'W' : 'E')),
        rtmdTag(0x8504, fractions(...fix.longitude)),
        rtmdTag(0x8505, Uint8Array.of(0)),
        rtmdTag(0x8506, fractions(321)),
        rtmdTag(0x8507, fractions(...fix.clock)),
        rtmdTag(0x8509, letters(fix.status)),
        rtmdTag(0x850c, letters('K')),
        rtmdTag(0x850d, fractions(fix.kmh)),
        rtmdTag(0x851d, letters(`${fix.date}\0`)),
      ]
    : []
  const inside = concat([...sensor(0xe445, 1000, felt), ...sensor(0xe435, 10, turned)])
  const label = concat([u16(0x060e), new Uint8Array(14)])
  return concat([u16(0x1c), new Uint8Array(0x1a), label, rtmdTag(0x8300, inside), ...gps])
}

export interface NovatekRecord {
  status: 'A' | 'V'
  /** DDMM.mm */
  latitude: number
  longitude: number
  knots: number
}
/** A Novatek record in its box; the newer layout begins 32 bytes earlier. */
function novatekBox({ status, latitude, longitude, knots }: NovatekRecord, flagsAt: number): Bytes {
  const bytes = new Uint8Array(200)
  bytes.set(be('Uint32', bytes.length), 0)
  bytes.set(letters('freeGPS '), 4)
  bytes.set(letters(`${status}NW`), 4 + flagsAt)
  bytes.set(le('Float32', latitude, longitude, knots, 90), 4 + flagsAt + 4)
  return bytes
}
/** A dashcam film whose records are listed in moov, or only lie at the top level. */
export function novatekFilm(
  records: readonly (NovatekRecord | null)[],
  { flagsAt = 68, listed = true } = {},
): Bytes {
  const boxes = records.map(record => (record ? novatekBox(record, flagsAt) : new Uint8Array()))
  let at = ftyp.length + (listed ? 8 : 0)
  const places = boxes.flatMap(({ length }) => {
    const place = [u32(length ? at : 0), u32(length)]
    at += length
    return place
  })
  const gps = box('gps ', u32(0x101), u32(records.length), ...places)
  const picture = trak('vide', 'avc1', records.length * 1000, [0], 0)
  return concat([
    ...[ftyp, ...(listed ? [box('mdat', ...boxes)] : boxes)],
    box('moov', mvhd(records.length), picture, ...(listed ? [gps] : [])),
  ])
}

/** A BlackVue film with NMEA text. */
export const blackVueFilm = (text: string, seconds: number): Bytes =>
  concat([
    ...[ftyp, box('free', box('cprt', 'Pittasoft'), box('gps ', text)), box('mdat', u32(0))],
    box('moov', mvhd(seconds), trak('vide', 'avc1', seconds * 1000, [0], 0)),
  ])
