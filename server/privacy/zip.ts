import { crc32, deflateRawSync } from 'node:zlib'

/**
 * A ZIP archive in pieces, entry by entry: only one entry's part is in memory at a time
 * (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, without ZIP64: up to 4 GB and 65,535 entries).
 */

export interface ZipEntry {
  name: string
  /** Its content in pieces; each is compressed by itself, so memory stays at one piece. */
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
}

const version = 20
// Bit 3: sizes follow the data. Bit 11: names are UTF-8.
const flags = 0x0808
const deflate = 8

/** MS-DOS time and date of a moment in UTC, two-second steps (APPNOTE 4.4.6). */
function dosTime(at: Date): { time: number; date: number } {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  return { time, date }
}

function fields(...pairs: [value: number, bytes: 2 | 4][]): Buffer {
  const out = Buffer.alloc(pairs.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = 0
  for (const [value, bytes] of pairs) {
    if (bytes === 2) out.writeUInt16LE(value, at)
    else out.writeUInt32LE(value >>> 0, at)
    at += bytes
  }
  return out
}

// A final block without content (RFC 1951, 3.2.4): every piece before it ends on a byte by a sync flush.
const endOfDeflate = Buffer.from([1, 0, 0, 0xff, 0xff])
const zSyncFlush = 2

/** Writes the archive. Names must be plain relative paths. */
export async function* zip(entries: Iterable<ZipEntry>, at: Date): AsyncGenerator<Buffer> {
  const { time, date } = dosTime(at)
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const begins = offset
    const header = [
      [version, 2],
      [flags, 2],
      [deflate, 2],
      [time, 2],
      [date, 2],
    ] as [number, 2 | 4][]
    const local = fields([0x04034b50, 4], ...header, [0, 4], [0, 4], [0, 4], [name.length, 2], [0, 2])
    yield Buffer.concat([local, name])
    offset += local.length + name.length
    let crc = 0
    let packed = 0
    let size = 0
    for await (const piece of entry.content) {
      const bytes = Buffer.from(piece as Uint8Array)
      const deflated = deflateRawSync(bytes, { finishFlush: zSyncFlush })
      crc = crc32(bytes, crc)
      size += bytes.length
      packed += deflated.length
      yield deflated
    }
    yield endOfDeflate
    packed += endOfDeflate.length
    const sums = [
      [crc, 4],
      [packed, 4],
      [size, 4],
    ] as [number, 2 | 4][]
    const descriptor = fields([0x08074b50, 4], ...sums)
    yield descriptor
    offset += packed + descriptor.length
    const central = fields([0x02014b50, 4], [version, 2], ...header, ...sums, [name.length, 2])
    directory.push(central, fields([0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [begins, 4]), name)
  }
  const list = Buffer.concat(directory)
  const count = directory.length / 3
  yield list
  yield fields([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [list.length, 4], [offset, 4], [0, 2])
}
