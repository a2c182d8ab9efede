/** A part of a message: the bytes of one value. */
export interface Part {
  start: number
  end: number
}

/** Wire types (https://protobuf.dev/programming-guides/encoding/) with a fixed length, in bytes. */
const fixed: Record<number, number> = { 1: 8, 5: 4 }

/** A number of variable length takes at most this many bytes. */
const varintBytes = 10

/** The end of the variable-length number at a position; beyond `end` when it doesn't end. */
function afterVarint(view: DataView, at: number, end: number): number {
  let next = at
  while (next < end && view.getUint8(next) & 0x80) next++
  return next - at < varintBytes ? next + 1 : end + 1
}

function varint(view: DataView, { start, end }: Part): number {
  let value = 0
  for (let at = start, unit = 1; at < end; at++, unit *= 128) value += (view.getUint8(at) & 0x7f) * unit
  return value
}

function child(view: DataView, { start, end }: Part, wanted: number): Part | null {
  for (let at = start; at < end; ) {
    const from = afterVarint(view, at, end)
    if (from > end) return null
    const key = varint(view, { start: at, end: from })
    const wire = key % 8
    let part: Part
    if (wire === 2) {
      const content = afterVarint(view, from, end)
      if (content > end) return null
      part = { start: content, end: content + varint(view, { start: from, end: content }) }
    } else if (wire === 0) part = { start: from, end: afterVarint(view, from, end) }
    else part = { start: from, end: from + (fixed[wire] ?? Number.POSITIVE_INFINITY) }
    if (part.end > end) return null
    if ((key - wire) / 8 === wanted) return part
    at = part.end
  }
  return null
}

/** A protobuf message without its schema: values by the numbers of their fields, from the outermost message inward. */
export class ProtoMessage {
  readonly #view: DataView

  constructor(view: DataView) {
    this.#view = view
  }

  /** The bytes of the first such value; null when the message lacks it, or is cut off before it. */
  part(...path: number[]): Part | null {
    let found: Part | null = { start: 0, end: this.#view.byteLength }
    for (const field of path) if (found) found = child(this.#view, found, field)
    return found
  }

  /** A whole number; above 2^53 it is inexact. */
  integer(...path: number[]): number | undefined {
    const part = this.part(...path)
    return part ? varint(this.#view, part) : undefined
  }

  /** A number with sign that is written as 64 bits of two's complement. */
  signed(...path: number[]): number | undefined {
    const value = this.integer(...path)
    return value !== undefined && value >= 2 ** 63 ? value - 2 ** 64 : value
  }

  /** A number of 4 or 8 bytes. */
  float(...path: number[]): number | undefined {
    const part = this.part(...path)
    const size = part && part.end - part.start
    if (size === 4) return this.#view.getFloat32(part!.start, true)
    return size === 8 ? this.#view.getFloat64(part!.start, true) : undefined
  }

  /** The bytes as Latin-1 letters. */
  text(...path: number[]): string | undefined {
    const part = this.part(...path)
    return part ? latin1(this.#view, part) : undefined
  }
}

/** Bytes as Latin-1 letters. */
export function latin1(view: DataView, { start, end }: Part): string {
  let text = ''
  for (let at = start; at < end; at++) text += String.fromCharCode(view.getUint8(at))
  return text
}
