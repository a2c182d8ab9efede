import { childBoxes, viewOf } from '../boxes.ts'
import { code, type Klv, readKlvs } from '../klv.ts'
import { divisors, numbersOf } from '../values.ts'
import { box, concat, u16 } from '../write/mp4.ts'

const HLMT = code('HLMT')
const SCAL = code('SCAL')
const nests = new Set([code('DEVC'), code('STRM')])

/** What stays of a film, in milliseconds of it. */
interface Kept {
  start: number
  end: number
}

/** `HMMT`: a count, then this many times in ms, then empty slots: as many bytes as before. */
function movedPresses(content: Uint8Array, { start, end }: Kept): Uint8Array {
  const moved = new Uint8Array(content.length)
  if (content.length < 4) return moved
  const [from, to] = [viewOf(content), viewOf(moved)]
  const slots = Math.min(from.getUint32(0), Math.floor(content.length / 4) - 1)
  let count = 0
  for (let slot = 1; slot <= slots; slot++) {
    const time = from.getUint32(slot * 4)
    // An empty slot is zero, so a press at the very start is a millisecond later.
    if (time > 0 && time >= start && time <= end)
      to.setUint32(++count * 4, Math.max(1, Math.round(time - start)))
  }
  to.setUint32(0, count)
  return moved
}

/** The rows of `HLMT` that stay. Time, in and out come first, 32 bits each. */
function movedRows(view: DataView, klv: Klv, scales: readonly number[], { start, end }: Kept): Uint8Array[] {
  const [scale = 1] = scales
  const rows: Uint8Array[] = []
  for (let row = 0; row < klv.repeat && klv.structSize >= 12; row++) {
    const at = view.byteOffset + klv.start + row * klv.structSize
    const moved = new Uint8Array(view.buffer.slice(at, at + klv.structSize))
    const fields = viewOf(moved)
    const time = fields.getUint32(0) / scale
    if (time < start || time > end) continue
    for (const field of [0, 4, 8]) {
      const within = Math.min(end, Math.max(start, fields.getUint32(field) / scale)) - start
      fields.setUint32(field, Math.round(within * scale))
    }
    rows.push(moved)
  }
  return rows
}

/** The entries of a nest with the rows of `HLMT` moved. */
function movedNest(view: DataView, start: number, end: number, kept: Kept): Uint8Array {
  const klvs = readKlvs(view, start, end)
  const scale = klvs.find(({ key }) => key === SCAL)
  const scales = divisors(scale ? numbersOf(view, scale) : [], scale?.repeat ?? 1) ?? []
  const written = klvs.flatMap(klv => {
    const head = new Uint8Array(
      view.buffer.slice(view.byteOffset + klv.start - 8, view.byteOffset + klv.start),
    )
    let value = new Uint8Array(view.buffer, view.byteOffset + klv.start, klv.end - klv.start) as Uint8Array
    if (klv.key === HLMT && klv.type !== 0) {
      const rows = movedRows(view, klv, scales, kept)
      value = concat(rows)
      head.set(u16(rows.length), 6)
    } else if (klv.type === 0 && nests.has(klv.key)) {
      value = movedNest(view, klv.start, klv.end, kept)
      // A nest counts its bytes in 16 bits, as words where they are more.
      const each = value.length > 0xffff ? 4 : 1
      head.set([each, ...u16(value.length / each)], 5)
    }
    return [head, value, new Uint8Array((4 - (value.length % 4)) % 4)]
  })
  return concat(written)
}

/**
 * The content of a film's `udta` for a part of it: the camera's highlight tags (HMMT, HLMT) are moved, and those outside
 * are dropped; everything else stays.
 * @param start second of the film at which the part begins @param end second at which it ends
 */
export function moveTags(content: Uint8Array, start: number, end: number): Uint8Array {
  const view = viewOf(content)
  const kept = { start: start * 1000, end: end * 1000 }
  return concat(
    childBoxes(view, 0, content.length).map(({ type, start: from, end: to }) => {
      const inside = content.subarray(from, to)
      if (type === 'HMMT') return box(type, movedPresses(inside, kept))
      return box(type, type === 'GPMF' ? movedNest(view, from, to, kept) : inside)
    }),
  )
}
