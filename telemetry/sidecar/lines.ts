import { TelemetryError } from '../problems/index.ts'
import type { Meter, RandomAccessSource } from '../source.ts'

/** Upper bounds of a sidecar: a day at 200 Hz as CSV is about 1 GB, a ride of two hours 80 MB. */
export const sidecarLimits = { bytes: 256 << 20, lineBytes: 16_384 } as const

const CHUNK_BYTES = 256 * 1024

/**
 * The text of a source in pieces, UTF-8 with or without a BOM.
 * @throws TelemetryError too_large, or unsupported when it is not text
 */
export async function* textChunks(source: RandomAccessSource): AsyncGenerator<string> {
  if (source.size > sidecarLimits.bytes) throw new TelemetryError({ name: 'fileTooLarge' })
  const decoder = new TextDecoder('utf-8')
  for (let offset = 0; offset < source.size; ) {
    const bytes = await source.read(offset, CHUNK_BYTES)
    if (bytes.length === 0) break
    if (offset === 0 && bytes.subarray(0, 1024).includes(0)) throw new TelemetryError({ name: 'notText' })
    offset += bytes.length
    yield decoder.decode(bytes, { stream: true })
  }
  yield decoder.decode()
}

/**
 * The lines of a text without their line endings (LF, CRLF or CR).
 * @param meter counts one step per letter
 * @throws TelemetryError damaged when a line is longer than 16 kB
 */
export async function* readLines(chunks: AsyncIterable<string>, meter: Meter): AsyncGenerator<string> {
  const checked = (line: string): string => {
    if (line.length <= sidecarLimits.lineBytes) return line
    throw new TelemetryError({ name: 'lineTooLong' })
  }
  let rest = ''
  for await (const chunk of chunks) {
    meter.steps += rest.length + chunk.length
    const parts = (rest + chunk).split(/\r\n|\n|\r(?!$)/)
    rest = checked(parts.pop()!)
    for (const line of parts) yield checked(line)
  }
  rest = rest.replace(/\r$/, '')
  if (rest !== '') yield rest
}
