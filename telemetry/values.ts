import { type Klv, textOf } from './klv.ts'

/** How to read one number, and its size in bytes. */
interface NumberReader {
  bytes: number
  read(view: DataView, at: number): number
}

/** The numeric types of GPMF; F (a FourCC) reads as the number returned by `code`. */
const readers = new Map<string, NumberReader>([
  ['b', { bytes: 1, read: (view, at) => view.getInt8(at) }],
  ['B', { bytes: 1, read: (view, at) => view.getUint8(at) }],
  ['s', { bytes: 2, read: (view, at) => view.getInt16(at) }],
  ['S', { bytes: 2, read: (view, at) => view.getUint16(at) }],
  ['l', { bytes: 4, read: (view, at) => view.getInt32(at) }],
  ['L', { bytes: 4, read: (view, at) => view.getUint32(at) }],
  ['F', { bytes: 4, read: (view, at) => view.getUint32(at) }],
  ['f', { bytes: 4, read: (view, at) => view.getFloat32(at) }],
  ['d', { bytes: 8, read: (view, at) => view.getFloat64(at) }],
  ['j', { bytes: 8, read: (view, at) => Number(view.getBigInt64(at)) }],
  ['J', { bytes: 8, read: (view, at) => Number(view.getBigUint64(at)) }],
  ['q', { bytes: 4, read: (view, at) => view.getInt32(at) / 0x10000 }],
  ['Q', { bytes: 8, read: (view, at) => Number(view.getBigInt64(at)) / 2 ** 32 }],
])

/** One sample of a KLV: its fields in order, and their offsets within the sample. */
export interface RowLayout {
  axes: number
  types: string
  read: NumberReader['read'][]
  at: number[]
}

/**
 * A TYPE text with its counts expanded: "f[3]L" becomes "fffL"; null when it is not a list of numeric types.
 */
export function expandTypes(text: string): string | null {
  let expanded = ''
  for (const match of text.matchAll(/(.)(?:\[(\d{1,3})\])?/gs)) {
    const letter = match[1]!
    if (!readers.has(letter)) return null
    expanded += letter.repeat(match[2] === undefined ? 1 : Number(match[2]))
    if (expanded.length > 255) return null
  }
  return expanded === '' ? null : expanded
}

/** The layout of a KLV's samples; null when they are not numbers or don't fill the structure. */
export function rowLayout(klv: Klv, complexTypes: string | null): RowLayout | null {
  const letter = String.fromCharCode(klv.type)
  const bytes = readers.get(letter)?.bytes
  let types: string | null = null
  if (letter === '?') types = complexTypes
  else if (bytes !== undefined && klv.structSize > 0 && klv.structSize % bytes === 0)
    types = letter.repeat(klv.structSize / bytes)
  if (types === null) return null
  const layout: RowLayout = { axes: types.length, types, read: [], at: [] }
  let at = 0
  for (const type of types) {
    const reader = readers.get(type)!
    layout.read.push(reader.read)
    layout.at.push(at)
    at += reader.bytes
  }
  return at > klv.structSize ? null : layout
}

/** All numbers of a KLV with one numeric type (SCAL, GPSF, …); empty for anything else. */
export function numbersOf(view: DataView, klv: Klv): number[] {
  const reader = readers.get(String.fromCharCode(klv.type))
  if (reader === undefined) return []
  const found: number[] = []
  for (let at = klv.start; at + reader.bytes <= klv.end; at += reader.bytes) found.push(reader.read(view, at))
  return found
}

/** One divisor per axis from a SCAL; null when one is zero or invalid, or their number doesn't fit. */
export function divisors(scale: readonly number[], axes: number): number[] | null {
  if (scale.length === 0) return Array.from({ length: axes }, () => 1)
  if (scale.length !== 1 && scale.length !== axes) return null
  if (scale.some(value => value === 0 || !Number.isFinite(value))) return null
  return Array.from({ length: axes }, (_, axis) => scale[scale.length === 1 ? 0 : axis]!)
}

/** The target position and sign of each input axis. */
export interface Turn {
  to: number[]
  sign: number[]
}

/**
 * The mapping from the sensor's axes (ORIN, such as "YxZ"; lower case is reversed) to the camera's (ORIO,
 * such as "ZXY"). A pure reordering: vector lengths don't change. MTRX gives the same in numbers and isn't
 * needed.
 */
export function axisTurn(view: DataView, orin: Klv | undefined, orio: Klv | undefined): Turn | null {
  if (orin === undefined || orio === undefined) return null
  const from = textOf(view, orin)
  const to = textOf(view, orio)
  if (from.length !== to.length || new Set(to.toUpperCase()).size !== to.length) return null
  const turn: Turn = { to: [], sign: [] }
  for (const axis of from) {
    const index = to.toUpperCase().indexOf(axis.toUpperCase())
    if (index < 0 || turn.to.includes(index)) return null
    turn.to.push(index)
    turn.sign.push(to[index] === axis ? 1 : -1)
  }
  return turn
}
