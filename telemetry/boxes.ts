import { TelemetryError } from './problems/index.ts'
import { limits, type RandomAccessSource } from './source.ts'

/** An ISO 14496-12 box inside a buffer: `start` to `end` is its content, without the header. */
export interface Box {
  type: string
  start: number
  end: number
}

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Four bytes as Latin-1 letters. */
export function fourcc(view: DataView, at: number): string {
  const code = view.getUint32(at)
  return String.fromCharCode(code >>> 24, (code >>> 16) & 0xff, (code >>> 8) & 0xff, code & 0xff)
}

/** Unsigned 64-bit integer as a number; above 2^53 it is inexact, and larger than any file. */
export const uint64 = (view: DataView, at: number): number =>
  view.getUint32(at) * 2 ** 32 + view.getUint32(at + 4)

/**
 * Boxes between `start` and `end`. Stops silently at the first one that doesn't fit: `udta` often ends in
 * zeros, and what precedes the damage is still useful.
 * @throws TelemetryError too_large when there are implausibly many
 */
export function childBoxes(view: DataView, start: number, end: number): Box[] {
  const found: Box[] = []
  for (let at = start; at + 8 <= end; ) {
    let size = view.getUint32(at)
    let header = 8
    if (size === 1 && at + 16 <= end) {
      size = uint64(view, at + 8)
      header = 16
    } else if (size === 0) size = end - at
    if (size < header || at + size > end) break
    if (found.length === limits.boxes) throw new TelemetryError({ name: 'tooManyBoxes' })
    found.push({ type: fourcc(view, at + 4), start: at + header, end: at + size })
    at += size
  }
  return found
}

/** Content of the box at the end of a path of types within `start`…`end`; null when a level is missing. */
export function findBox(view: DataView, start: number, end: number, ...path: string[]): Box | null {
  let box: Box | null = { type: '', start, end }
  for (const type of path) {
    box = childBoxes(view, box.start, box.end).find(child => child.type === type) ?? null
    if (box === null) return null
  }
  return box
}

/** A box at the top level of a file: where its content is, in bytes. */
export interface TopBox {
  type: string
  offset: number
  length: number
  /** the content's first letters, up to eight; fewer when the box has fewer or a 64-bit size */
  head: string
}

/**
 * Walks the boxes at the top level, 16 bytes each. Ends at the first bytes that are not a box.
 * @param offset where a box begins
 */
export async function* topBoxes(source: RandomAccessSource, offset = 0): AsyncGenerator<TopBox> {
  for (let count = 0; offset + 8 <= source.size && count < limits.boxes; count++) {
    const bytes = await source.read(offset, 16)
    if (bytes.length < 8) return
    const view = viewOf(bytes)
    let size = view.getUint32(0)
    let header = 8
    if (size === 1 && bytes.length === 16) {
      size = uint64(view, 8)
      header = 16
    } else if (size === 0) size = source.size - offset
    const head = String.fromCharCode(...bytes.subarray(header, Math.max(header, Math.min(16, size))))
    yield { type: fourcc(view, 4), offset: offset + header, length: size - header, head }
    if (size < header) return
    offset += size
  }
}

/** The `moov` box, with the boxes before it, or why it can't be used. */
export type MoovSearch = { moov: TopBox; before: TopBox[] } | { moov: null; reason: string }

/**
 * Walks the top-level boxes to the first `moov`.
 * @throws TelemetryError too_large when moov exceeds its limit, damaged when it is truncated
 */
export async function findMoov(source: RandomAccessSource): Promise<MoovSearch> {
  const before: TopBox[] = []
  for await (const box of topBoxes(source)) {
    const { type, offset, length } = box
    if (
      before.length === 0 &&
      !['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pnot', 'uuid'].includes(type)
    )
      return { moov: null, reason: 'The file is not an MP4 or MOV.' }
    if (type === 'moov') {
      if (length > limits.moovBytes) throw new TelemetryError({ name: 'indexTooLarge' })
      if (length < 0 || offset + length > source.size) throw new TelemetryError({ name: 'indexCutOff' })
      return { moov: box, before }
    }
    if (type === 'moof') return { moov: null, reason: 'The MP4 is fragmented and has no telemetry index.' }
    before.push(box)
  }
  return { moov: null, reason: 'The MP4 has no index (moov): the recording was not finished or is cut off.' }
}
