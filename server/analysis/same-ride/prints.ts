import { createHash } from 'node:crypto'
import type { Telemetry, TelemetrySeries } from '#telemetry/types.ts'

/** Streams that identify a recording, best first: vibration never repeats, but a stationary receiver does. */
const streams = ['ACCL', 'GYRO', 'GPS9', 'GPS5'] as const
/** Samples covered by one print. */
const span = 16
/** Enough for the longest video at one print a second, and a limit for unusual files. */
const most = 8192

/** Mixes the bits of one sample's values (finalizer of MurmurHash3, public domain). */
function mixed(words: Int32Array): number {
  let hash = 0
  for (const word of words) {
    hash = Math.imul(hash ^ word, 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    hash ^= hash >>> 16
  }
  return hash >>> 0
}

/** A 48-bit number, which a double and a bigint column both represent exactly. */
const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest().readUIntBE(0, 6)

function printsOfSeries({ values, axes, times }: TelemetrySeries): number[] {
  const bytes = axes * values.BYTES_PER_ELEMENT
  const at = (row: number, rows: number) =>
    new Uint8Array(values.buffer, values.byteOffset + row * bytes, rows * bytes)
  const seconds = (times.at(-1) ?? 0) - (times[0] ?? 0)
  const every = Math.max(1, Math.round((times.length - 1) / Math.max(1, seconds)))
  const found = new Set<number>()
  const words = new Int32Array(bytes / 4)
  const sample = new Uint8Array(words.buffer)
  for (let row = 0; row + span <= times.length && found.size < most; row++) {
    sample.set(at(row, 1))
    if (mixed(words) % every === 0) found.add(digestOf(at(row, span)))
  }
  return [...found]
}

/**
 * Digests of a recording's sensor samples, about one a second, selected by the samples themselves and not by
 * their time: a trimmed, re-encoded or renamed copy that kept its telemetry has the same prints for the same
 * sections.
 * @returns an empty list when there is no suitable stream
 */
export function printsOf(telemetry: Telemetry | null): number[] {
  for (const fourcc of streams) {
    const series = telemetry?.series.get(fourcc)
    if (series && series.times.length >= span) return printsOfSeries(series)
  }
  return []
}
