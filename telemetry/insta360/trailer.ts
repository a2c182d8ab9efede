import { viewOf } from '../boxes.ts'
import { latin1 } from '../protobuf.ts'
import type { RandomAccessSource } from '../source.ts'

/** The last bytes of a file with a trailer. */
const magic = '8db42d694ccc418790edff439fe026bf'
/** Behind the last footer: 32 bytes, the trailer's length, its version, the magic. */
const endBytes = 72
const lengthAt = 32
/** Behind each record: how it is written, its id, its size. */
const footerBytes = 6
/** A row of the directory: id, how it is written, size, position from the trailer's start. */
const rowBytes = 10
/** Cameras write about twenty records. */
const mostRecords = 200

/** Where the bytes of a record are in the file. */
export interface TrailerRecord {
  offset: number
  size: number
}

const directory = 0

async function viewAt(source: RandomAccessSource, offset: number, length: number): Promise<DataView | null> {
  const bytes = await source.read(offset, length)
  return bytes.length === length ? viewOf(bytes) : null
}

/**
 * The records of the trailer that Insta360's cameras write behind the video, by id. They are listed from the end: by a
 * directory, otherwise one after the other. Sources: AdrianEddy/telemetry-parser (src/insta360), ExifTool
 * (QuickTimeStream.pl), alex-plekhanov/insvtools.
 * @returns null without a trailer; that takes one reading of 78 bytes
 */
export async function trailerRecords(source: RandomAccessSource): Promise<Map<number, TrailerRecord> | null> {
  const { size } = source
  if (size < endBytes + footerBytes) return null
  const end = await viewAt(source, size - endBytes - footerBytes, endBytes + footerBytes)
  if (!end || latin1(end, { start: end.byteLength - magic.length, end: end.byteLength }) !== magic)
    return null
  const length = end.getUint32(footerBytes + lengthAt, true)
  const start = size - length
  if (start < 0) return null

  const records = new Map<number, TrailerRecord>()
  /** The first of two with an id counts, if it lies within the trailer. */
  const add = (id: number, offset: number, bytes: number) => {
    const isInside = offset >= start && offset + bytes <= size - endBytes
    if (isInside && bytes > 0 && !records.has(id)) records.set(id, { offset, size: bytes })
  }
  let footer: DataView | null = end
  for (let count = 0, at = size - endBytes - footerBytes; footer && count < mostRecords; count++) {
    const id = footer.getUint8(1)
    const bytes = footer.getUint32(2, true)
    if (at - bytes < start) break
    if (id === directory && count === 0 && bytes >= rowBytes && bytes <= mostRecords * rowBytes) {
      const rows = await viewAt(source, at - bytes, bytes)
      for (let row = 0; rows && row + rowBytes <= bytes; row += rowBytes)
        add(rows.getUint8(row), start + rows.getUint32(row + 6, true), rows.getUint32(row + 2, true))
      if (records.size > 0) break
    }
    add(id, at - bytes, bytes)
    at -= bytes + footerBytes
    footer = at >= start ? await viewAt(source, at, footerBytes) : null
  }
  return records
}
