import { type TopBox, topBoxes } from './boxes.ts'
import { TelemetryError } from './problems/index.ts'
import { limits, type RandomAccessSource } from './source.ts'
import type { PayloadSpan, Tracks } from './track.ts'
import type { Telemetry } from './types.ts'

/** Receives the reason why there is no telemetry, or why some is missing: a sentence for the log. */
export type Note = (reason: string) => void

/**
 * Reads the telemetry of one format from a film: series whose times are seconds of the video.
 * @returns null when the film has none in this format, which takes no reading of the file
 * @throws TelemetryError damaged or too_large; errors of the source unchanged
 */
export type FilmReader = (film: Film) => Promise<FilmTelemetry | null>

/** What a format tells; the camera's tags are read for all formats alike. */
export type FilmTelemetry = Omit<Telemetry, 'tags'>

/** A video file, looked through once for all readers. */
export class Film {
  readonly source: RandomAccessSource
  /** content of the `moov` box */
  readonly moov: DataView
  /** seconds of the video; Infinity when unknown */
  readonly seconds: number
  readonly #note: Note | undefined
  readonly #tracks: Tracks
  readonly #boxes: { before: TopBox[]; moov: TopBox }

  constructor(
    source: RandomAccessSource,
    moov: DataView,
    found: Tracks,
    boxes: { before: TopBox[]; moov: TopBox },
    note: Note | undefined,
  ) {
    this.source = source
    this.moov = moov
    this.#tracks = found
    this.seconds = found.videoDuration ?? Number.POSITIVE_INFINITY
    this.#boxes = boxes
    this.#note = note
  }

  /** Samples of the first track with this sample entry that has any; null without one. */
  samplesOf(entry: string): PayloadSpan[] | null {
    for (const track of this.#tracks.tracks) {
      if (!track.entries.includes(entry)) continue
      const payloads = track.payloads()
      if (payloads.length === 0) continue
      const spans = checkedSpans(this.source, payloads)
      if (spans.length < payloads.length)
        this.#note?.(
          `${payloads.length - spans.length} of ${payloads.length} telemetry payloads are missing.`,
        )
      return spans
    }
    return null
  }

  /** Reads samples and hands each one over, in order. */
  read(spans: readonly PayloadSpan[], take: (bytes: Uint8Array, span: PayloadSpan) => void): Promise<void> {
    return readPayloads(this.source, spans, take)
  }

  /** The `free` boxes at the top level, where dashcams keep their records. */
  async freeBoxes(): Promise<TopBox[]> {
    const { before, moov } = this.#boxes
    const found = [...before]
    for await (const box of topBoxes(this.source, moov.offset + moov.length)) {
      if (box.type === 'moof') break
      found.push(box)
    }
    return found.filter(
      ({ type, offset, length }) => type === 'free' && length > 0 && offset + length <= this.source.size,
    )
  }
}

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
function checkedSpans(source: RandomAccessSource, payloads: readonly PayloadSpan[]): PayloadSpan[] {
  let total = 0
  for (const { size } of payloads) {
    if (size > limits.payloadBytes) throw new TelemetryError({ name: 'payloadTooLarge' })
    total += size
  }
  if (total > (source.held ?? source.size)) throw new TelemetryError({ name: 'longerThanFile' })
  return payloads.filter(({ offset, size }) => size > 0 && offset + size <= source.size)
}

/** Reads payloads and hands each one over, in order. */
async function readPayloads(
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
