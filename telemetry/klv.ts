import { TelemetryError } from './problems/index.ts'
import { limits } from './source.ts'

/**
 * GPMF: key of 4 letters, type, structure size, repeat, then structure size × repeat bytes padded to 4, big
 * endian; type 0 contains nested KLVs. Source: https://github.com/gopro/gpmf-parser
 */
export interface Klv {
  /** the four letters as one number, see `code` */
  key: number
  /** type letter as a character code, 0 for a nest */
  type: number
  structSize: number
  repeat: number
  /** first byte of the value, and the byte after it, without padding */
  start: number
  end: number
}

/** A FourCC as the number returned by `DataView.getUint32`. */
export const code = (letters: string): number =>
  ((letters.charCodeAt(0) << 24) |
    (letters.charCodeAt(1) << 16) |
    (letters.charCodeAt(2) << 8) |
    letters.charCodeAt(3)) >>>
  0

export const letters = (key: number): string =>
  String.fromCharCode(key >>> 24, (key >>> 16) & 0xff, (key >>> 8) & 0xff, key & 0xff)

/**
 * The KLVs of one nest, in order. Zero words between them are skipped (HERO 2024 pads DEVC this way). A
 * truncated nest is returned with its remaining content; a truncated value and everything after it is left
 * out.
 * @throws TelemetryError too_large when there are implausibly many
 */
export function readKlvs(view: DataView, start: number, end: number): Klv[] {
  const found: Klv[] = []
  for (let at = start; at + 8 <= end; ) {
    const key = view.getUint32(at)
    if (key === 0) {
      at += 4
      continue
    }
    const type = view.getUint8(at + 4)
    const structSize = view.getUint8(at + 5)
    const repeat = view.getUint16(at + 6)
    let valueEnd = at + 8 + structSize * repeat
    if (valueEnd > end) {
      if (type !== 0) break
      valueEnd = end
    }
    if (found.length === limits.klvs) throw new TelemetryError({ name: 'tooManyParts' })
    found.push({ key, type, structSize, repeat, start: at + 8, end: valueEnd })
    at = at + 8 + Math.ceil((structSize * repeat) / 4) * 4
  }
  return found
}

/** Text of a KLV in Latin-1 (so that ², ° and µ survive), up to the first zero. */
export function textOf(view: DataView, klv: Klv): string {
  let text = ''
  for (let at = klv.start; at < klv.end; at++) {
    const letter = view.getUint8(at)
    if (letter === 0) break
    text += String.fromCharCode(letter)
  }
  return text.trim()
}

/**
 * The strings of a UNIT or SIUN: `repeat` strings of `structSize` letters each; some cameras swap the two for
 * a single string.
 */
export function textsOf(view: DataView, klv: Klv): string[] {
  if (klv.structSize === 1) return [textOf(view, klv)]
  return Array.from({ length: klv.repeat }, (_, index) => {
    const start = klv.start + index * klv.structSize
    return textOf(view, { ...klv, start, end: start + klv.structSize })
  })
}
