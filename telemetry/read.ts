import { findMoov, viewOf } from './boxes.ts'
import { slowMotionPace } from './capture-rate.ts'
import { GpmfReader } from './gpmf.ts'
import { plausible } from './plausible.ts'
import { TelemetryError } from './problems/index.ts'
import { limits, type RandomAccessSource } from './source.ts'
import { readCameraTags } from './tags.ts'
import { findTelemetryTrack, type PayloadSpan } from './track.ts'
import type { Telemetry } from './types.ts'

/** Receives the reason why there is no telemetry, or why some is missing: a sentence for the log. */
export type Note = (reason: string) => void

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

/** Payloads that lie within the file; throws when the table claims more bytes than exist. */
function checkedSpans(source: RandomAccessSource, payloads: readonly PayloadSpan[]): PayloadSpan[] {
  let total = 0
  for (const { size } of payloads) {
    if (size > limits.payloadBytes) throw new TelemetryError({ name: 'payloadTooLarge' })
    total += size
  }
  if (total > (source.held ?? source.size)) throw new TelemetryError({ name: 'longerThanFile' })
  return payloads.filter(({ offset, size }) => size > 0 && offset + size <= source.size)
}

async function readPayloads(source: RandomAccessSource, spans: readonly PayloadSpan[], reader: GpmfReader) {
  const groups = groupSpans(spans)
  const last = spans.at(-1)
  for (let index = 0; index < groups.length; index += READS_AT_ONCE) {
    const batch = groups.slice(index, index + READS_AT_ONCE)
    const blocks = await Promise.all(batch.map(({ offset, length }) => source.read(offset, length)))
    batch.forEach((group, position) => {
      for (const span of group.spans) {
        const from = span.offset - group.offset
        reader.add(blocks[position]!.subarray(from, from + span.size), {
          start: span.start,
          duration: span.duration,
          last: span === last,
        })
      }
    })
  }
}

/**
 * Reads the GPMF track and the camera's highlight tags from an MP4 or MOV, with bounded reads and memory.
 * Also runs in the browser: it needs only the source.
 * @returns null when the file has neither telemetry nor tags, and isn't slow motion (`note` receives the reason)
 * @throws TelemetryError damaged or too_large; errors of the source unchanged
 */
export async function readTelemetryFrom(source: RandomAccessSource, note?: Note): Promise<Telemetry | null> {
  const search = await findMoov(source)
  if (search.moov === null) {
    note?.(search.reason)
    return null
  }
  const moov = await source.read(search.moov.offset, search.moov.length)
  if (moov.length < search.moov.length) throw new TelemetryError({ name: 'indexCutOff' })
  const track = findTelemetryTrack(viewOf(moov))
  const tags = readCameraTags(moov, track.videoDuration)

  const spans = checkedSpans(source, track.payloads)
  if (spans.length < track.payloads.length)
    note?.(
      `${track.payloads.length - spans.length} of ${track.payloads.length} telemetry payloads are missing.`,
    )
  const reader = new GpmfReader(track.videoDuration ?? Number.POSITIVE_INFINITY, spans.length)
  await readPayloads(source, spans, reader)
  const found = reader.finish()
  const pace = found.pace ?? slowMotionPace(viewOf(moov))

  if (found.series.size === 0 && tags.length === 0) {
    if (pace !== null) return { ...found, tags, format: 'phone', pace }
    note?.(
      track.fragmented
        ? 'The MP4 is fragmented and has no telemetry index.'
        : 'The file has no telemetry and no highlight tags.',
    )
    return null
  }
  return plausible({ ...found, ...(pace === null ? {} : { pace }), tags, format: 'gpmf' })
}
