import { openAsBlob } from 'node:fs'
import { childBoxes, findBox, findMoov, fourcc, uint64, viewOf } from '#telemetry/boxes.ts'
import { TelemetryError } from '#telemetry/problems/index.ts'
import { blobSource } from '#telemetry/source.ts'

/** What platforms look at before they take a file. */
export interface Film {
  seconds: number
  /** as shown, turned if the file says so */
  width: number
  height: number
  /** frames per second, on average */
  rate: number
  /** the sample entry's type, as in avc1 */
  codec: string
}

/** Ticks per second and duration of mvhd or mdhd (ISO/IEC 14496-12, 8.2.2 and 8.4.2). */
function clockOf(view: DataView, at: number): { timescale: number; ticks: number } {
  const isLong = view.getUint8(at) === 1
  return isLong
    ? { timescale: view.getUint32(at + 20), ticks: uint64(view, at + 24) }
    : { timescale: view.getUint32(at + 12), ticks: view.getUint32(at + 16) }
}

/** The picture of one track; null: it has none. */
function pictureOf(view: DataView, start: number, end: number): Film | null {
  const box = (...path: string[]) => findBox(view, start, end, ...path)
  const [kind, head, clock] = [box('mdia', 'hdlr'), box('tkhd'), box('mdia', 'mdhd')]
  const [entries, times] = [box('mdia', 'minf', 'stbl', 'stsd'), box('mdia', 'minf', 'stbl', 'stts')]
  if (!kind || !head || !clock || !entries || !times || fourcc(view, kind.start + 8) !== 'vide') return null
  const [entry] = childBoxes(view, entries.start + 8, entries.end)
  const { timescale, ticks } = clockOf(view, clock.start)
  if (!entry || !timescale || !ticks) return null
  let frames = 0
  for (let at = times.start + 8; at + 8 <= times.end; at += 8) frames += view.getUint32(at)
  const sides = [view.getUint16(entry.start + 24), view.getUint16(entry.start + 26)]
  // The matrix stands before the two sides at the end of tkhd; without its first value it turns by 90 degrees.
  const isTurned = view.getInt32(head.end - 44) === 0
  const [width = 0, height = 0] = isTurned ? sides.reverse() : sides
  const seconds = ticks / timescale
  return { seconds, width, height, rate: frames / seconds, codec: entry.type }
}

/** The film in an MP4 or QuickTime file, from its index (ISO/IEC 14496-12); null: there is none. */
export async function filmIn(file: string): Promise<Film | null> {
  const source = blobSource(await openAsBlob(file))
  try {
    const { moov } = await findMoov(source)
    if (!moov) return null
    const view = viewOf(await source.read(moov.offset, moov.length))
    for (const { type, start, end } of childBoxes(view, 0, moov.length)) {
      const film = type === 'trak' ? pictureOf(view, start, end) : null
      if (film) return film
    }
    return null
  } catch (error) {
    // A truncated or implausible index, or a box shorter than what it must hold.
    if (error instanceof TelemetryError || error instanceof RangeError) return null
    throw error
  }
}
