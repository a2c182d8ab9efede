import { TelemetryError } from './problems/index.ts'
import { limits, type RandomAccessSource } from './source.ts'
import type { PayloadSpan } from './track.ts'

/** Adjacent payloads are read together, up to this many bytes. */
const READ_BYTES = 512 * 1024
/** Concurrent reads: in a browser each one costs a millisecond of waiting. */
const READS_AT_ONCE = 4

interface Group {
  offset: number
  length: number
  spans: PayloadSpan[]
}

function groupSpans(spans: readonly PayloadSpan[]): Group[] {
  const groups: Group[] = []
  for (const span of spans) {
    const group = groups.at(-1)
    if (group && group.offset + group.length === span.offset && group.length + span.size <= READ_BYTES) {
      group.length += span.size
      group.spans.push(span)
    } else groups.push({ offset: span.offset, length: span.size, spans: [span] })
  }
  return groups
}

/**
 * Payloads that lie within the file.
 * @throws TelemetryError when the table claims more bytes than exist
 */
export function checkedSpans(source: RandomAccessSource, payloads: readonly PayloadSpan[]): PayloadSpan[] {
  let total = 0
  for (const { size } of payloads) {
    if (size > limits.payloadBytes) throw new TelemetryError({ name: 'payloadTooLarge' })
    total += size
  }
  if (total > (source.held ?? source.size)) throw new TelemetryError({ name: 'longerThanFile' })
  return payloads.filter(({ offset, size }) => size > 0 && offset + size <= source.size)
}

/** Reads payloads and hands each one over, in order. */
export async function readPayloads(
  source: RandomAccessSource,
  spans: readonly PayloadSpan[],
  take: (bytes: Uint8Array, span: PayloadSpan) => void,
): Promise<void> {
  const groups = groupSpans(spans)
  for (let index = 0; index < groups.length; index += READS_AT_ONCE) {
    const batch = groups.slice(index, index + READS_AT_ONCE)
    const blocks = await Promise.all(batch.map(({ offset, length }) => source.read(offset, length)))
    batch.forEach((group, position) => {
      for (const span of group.spans) {
        const from = span.offset - group.offset
        take(blocks[position]!.subarray(from, from + span.size), span)
      }
    })
  }
}
