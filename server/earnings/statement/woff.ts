import { inflateSync } from 'node:zlib'

const headerBytes = 44
const entryBytes = 20
const align = (length: number) => (length + 3) & ~3

/**
 * Unpacks a WOFF 1.0 font to its original format (https://www.w3.org/TR/WOFF/). The caller keeps the result,
 * because fontkit would unpack a table again for every glyph.
 * @throws RangeError for bytes that are not WOFF 1.0
 */
export function unpackWoff(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 4) !== 'wOFF') throw new RangeError('This is no font of WOFF 1.0')
  const count = file.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, i) => {
    const at = headerBytes + i * entryBytes
    const [offset, packed, length] = [4, 8, 12].map(part => file.readUInt32BE(at + part)) as [
      number,
      number,
      number,
    ]
    const bytes = file.subarray(offset, offset + packed)
    return {
      tag: file.subarray(at, at + 4),
      checksum: file.readUInt32BE(at + 16),
      bytes: packed < length ? inflateSync(bytes) : bytes,
    }
  })
  const directory = 12 + 16 * count
  const font = Buffer.alloc(tables.reduce((sum, { bytes }) => sum + align(bytes.length), directory))
  file.copy(font, 0, 4, 8)
  const power = 2 ** Math.floor(Math.log2(count))
  font.writeUInt16BE(count, 4)
  font.writeUInt16BE(power * 16, 6)
  font.writeUInt16BE(Math.log2(power), 8)
  font.writeUInt16BE((count - power) * 16, 10)
  let offset = directory
  for (const [i, { tag, checksum, bytes }] of tables.entries()) {
    const at = 12 + 16 * i
    tag.copy(font, at)
    font.writeUInt32BE(checksum, at + 4)
    font.writeUInt32BE(offset, at + 8)
    font.writeUInt32BE(bytes.length, at + 12)
    bytes.copy(font, offset)
    offset += align(bytes.length)
  }
  return font
}
