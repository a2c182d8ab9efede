import { TelemetryError } from './problems/index.ts'
import { limits, type RandomAccessSource } from './source.ts'

/**
 * An excerpt of a file: the few parts that the telemetry reader reads (about 0.1% of a GoPro file), so that a
 * rider can add the telemetry of an original that is too large to upload.
 *
 * Format: 'TCX1', the file's size (u64), then parts: offset (u64), length (u32), bytes. Big endian.
 */
const magic = [0x54, 0x43, 0x58, 0x31]
const headBytes = 12
const partHead = 12

/** Largest accepted excerpt: an hour of GoPro telemetry is 29 MB. */
export const excerptLimit = 64 * 1024 * 1024

interface Part {
  offset: number
  bytes: Uint8Array
}

/** Forwards reads to a source and records what was read. */
export function recordReads(source: RandomAccessSource): {
  source: RandomAccessSource
  excerpt(): Uint8Array[]
} {
  const parts: Part[] = []
  let total = 0
  return {
    source: {
      size: source.size,
      async read(offset, length) {
        const bytes = await source.read(offset, length)
        total += bytes.length
        if (total > excerptLimit) throw new TelemetryError({ name: 'tooMuchToSend' })
        parts.push({ offset, bytes })
        return bytes
      },
    },
    excerpt: () => packExcerpt(source.size, parts),
  }
}

/** The excerpt, as pieces in order. */
function packExcerpt(size: number, parts: Part[]): Uint8Array[] {
  const head = new Uint8Array(headBytes)
  head.set(magic)
  new DataView(head.buffer).setBigUint64(4, BigInt(size))
  return [
    head,
    ...parts.flatMap(({ offset, bytes }) => {
      const partHeader = new DataView(new ArrayBuffer(partHead))
      partHeader.setBigUint64(0, BigInt(offset))
      partHeader.setUint32(8, bytes.length)
      return [new Uint8Array(partHeader.buffer), bytes]
    }),
  ]
}

export const isExcerpt = (head: Uint8Array): boolean => magic.every((byte, i) => head[i] === byte)

const broken = () => new TelemetryError({ name: 'damagedExcerpt' })

/**
 * Reads an excerpt as if it were the whole file.
 * @throws TelemetryError damaged, at once for an invalid format, later for a read outside it
 */
export function excerptSource(bytes: Uint8Array): RandomAccessSource {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < headBytes || !isExcerpt(bytes)) throw broken()
  const size = Number(view.getBigUint64(4))
  const parts: Part[] = []
  let at = headBytes
  while (at < bytes.length) {
    if (at + partHead > bytes.length) throw broken()
    const offset = Number(view.getBigUint64(at))
    const length = view.getUint32(at + 8)
    at += partHead
    if (at + length > bytes.length || offset + length > size) throw broken()
    if (parts.length === limits.excerptParts) throw broken()
    parts.push({ offset, bytes: bytes.subarray(at, at + length) })
    at += length
  }
  parts.sort((a, b) => a.offset - b.offset || b.bytes.length - a.bytes.length)
  return {
    size,
    held: bytes.length,
    async read(offset, length) {
      const wanted = Math.max(0, Math.min(length, size - offset))
      const part = findPart(parts, offset, wanted)
      if (!part) throw broken()
      return part.bytes.subarray(offset - part.offset, offset - part.offset + wanted)
    },
  }
}

/**
 * The part that contains the whole span; parts number a few thousand in order, so a binary search finds it.
 */
function findPart(parts: Part[], offset: number, length: number): Part | undefined {
  let low = 0
  let high = parts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((parts[middle] as Part).offset <= offset) low = middle + 1
    else high = middle
  }
  for (let i = low - 1; i >= 0 && i >= low - 64; i--) {
    const part = parts[i] as Part
    if (part.offset + part.bytes.length >= offset + length) return part
  }
  return undefined
}
