import { type Box, findBox, uint64 } from '../boxes.ts'
import { indexAt } from '../derive.ts'
import { TelemetryError } from '../problems/index.ts'
import { limits } from '../source.ts'
import { damaged, table } from '../track.ts'
import { concat, fullBox, u32, u64 } from '../write/mp4.ts'

/** Samples of a track that lie side by side in the file. */
export interface Piece {
  /** first byte in the file */
  offset: number
  bytes: number
  samples: number
  /** number of their sample entry */
  description: number
}

/** Index of the last of rising values that is not above `value`; -1 when all are. */
export function lastUpTo(values: Float64Array, value: number): number {
  const at = indexAt(values, value)
  return values[at] === value ? at : at - 1
}

/** Numbers as runs of equal ones: how many, and which. */
function runsOf(count: number, valueAt: (index: number) => number): [count: number, value: number][] {
  const runs: [number, number][] = []
  for (let index = 0; index < count; index++) {
    const value = valueAt(index)
    const last = runs.at(-1)
    if (last?.[1] === value) last[0]++
    else runs.push([1, value])
  }
  return runs
}

/** Big-endian 32-bit integers, without an object for each. */
function words(count: number, valueAt: (index: number) => number): Uint8Array {
  const view = new DataView(new ArrayBuffer(count * 4))
  for (let index = 0; index < count; index++) view.setUint32(index * 4, valueAt(index))
  return new Uint8Array(view.buffer)
}

/** The samples of a track in the order of their bytes, as its tables tell. Times are in ticks of the track. */
export class Samples {
  readonly count: number
  /** ticks of all of them */
  readonly ticks: number
  /** numbers of the key frames; null when every sample is one */
  readonly keys: Uint32Array | null
  /** when each is shown, after its decoding; null when it is decoded and shown at once */
  readonly #delays: Int32Array | null
  readonly #view: DataView
  /** bytes of each; 0: as the table of sizes tells */
  readonly equalSize: number
  readonly #sizesAt: number
  /** runs of samples of one duration: first sample, first tick, ticks of each */
  readonly #runs: { first: Float64Array; tick: Float64Array; each: Float64Array }
  readonly #chunks: { first: Float64Array; offset: Float64Array; description: Uint32Array }
  /** a byte for each, of what depends on it */
  readonly #dependsAt: number | null

  /**
   * @param view content of a `moov` box
   * @throws TelemetryError damaged or too_large
   */
  constructor(view: DataView, stbl: Box) {
    const part = (type: string) => findBox(view, stbl.start, stbl.end, type)
    const stsz = part('stsz')
    if (stsz === null || stsz.end - stsz.start < 12)
      throw new TelemetryError({ name: 'damagedTable', table: 'size' })
    this.#view = view
    this.equalSize = view.getUint32(stsz.start + 4)
    this.count = view.getUint32(stsz.start + 8)
    this.#sizesAt = stsz.start + 12
    if (this.equalSize === 0) table(view, stsz, 'size', 4, 4)
    this.#runs = readTimes(view, part('stts'))
    const last = this.#runs.first.length - 1
    if ((this.#runs.first[last] ?? 0) < this.count) damaged('time')
    this.ticks = this.timeOf(this.count)
    this.#chunks = readChunks(view, stbl, this.count)
    this.#delays = readDelays(view, part('ctts'), this.count)
    const stss = part('stss')
    const keys = stss && table(view, stss, 'time', 4)
    this.keys =
      keys && Uint32Array.from({ length: keys.count }, (_, i) => view.getUint32(keys.first + i * 4) - 1)
    const sdtp = part('sdtp')
    this.#dependsAt = sdtp && sdtp.end - sdtp.start >= 4 + this.count ? sdtp.start + 4 : null
  }

  /** When a sample is decoded. */
  timeOf(sample: number): number {
    const { first, tick, each } = this.#runs
    const run = Math.min(lastUpTo(first, sample), each.length - 1)
    return run < 0 ? 0 : tick[run]! + (sample - first[run]!) * each[run]!
  }

  /** When a sample is shown. */
  shownAt(sample: number): number {
    return this.timeOf(sample) + (this.#delays?.[sample] ?? 0)
  }

  /** The sample that is decoded at a time; the first before all of them, the last after. */
  at(time: number): number {
    const { first, tick, each } = this.#runs
    const run = Math.max(0, Math.min(lastUpTo(tick, time), each.length - 1))
    const within = each[run] ? Math.floor((time - tick[run]!) / each[run]!) : 0
    return Math.max(0, Math.min(first[run]! + within, this.count - 1))
  }

  sizeOf(sample: number): number {
    return this.equalSize || this.#view.getUint32(this.#sizesAt + sample * 4)
  }

  #bytes(from: number, to: number): number {
    if (this.equalSize) return (to - from) * this.equalSize
    let sum = 0
    for (let sample = from; sample < to; sample++) sum += this.sizeOf(sample)
    return sum
  }

  /** Where the samples from one to before another lie. */
  pieces(from: number, to: number): Piece[] {
    const { first, offset, description } = this.#chunks
    const found: Piece[] = []
    for (
      let chunk = lastUpTo(first, from);
      chunk >= 0 && chunk < offset.length && first[chunk]! < to;
      chunk++
    ) {
      const [begin, end] = [Math.max(from, first[chunk]!), Math.min(to, first[chunk + 1]!)]
      if (begin >= end) continue
      found.push({
        offset: offset[chunk]! + this.#bytes(first[chunk]!, begin),
        bytes: this.#bytes(begin, end),
        samples: end - begin,
        description: description[chunk]!,
      })
    }
    return found
  }

  /**
   * The tables of the samples from one to before another, as boxes without their sample entries.
   * @param offsets where each piece begins in the new file @param wide whether these take 64 bits
   */
  tables(
    from: number,
    to: number,
    pieces: readonly Piece[],
    offsets: readonly number[],
    wide: boolean,
  ): Uint8Array[] {
    const count = to - from
    const pairs = (runs: readonly [number, number][]) => words(runs.length * 2, i => runs[i >> 1]![i & 1]!)
    const times = runsOf(count, i => this.timeOf(from + i + 1) - this.timeOf(from + i))
    const boxes = [fullBox('stts', 0, u32(times.length), pairs(times))]
    const delays = this.#delays
    if (delays) {
      const runs = runsOf(count, i => delays[from + i]!)
      // Version 1: a delay may be below zero.
      boxes.push(fullBox('ctts', 0x01000000, u32(runs.length), pairs(runs)))
    }
    if (this.keys) {
      const keys = this.keys.filter(key => key >= from && key < to)
      boxes.push(
        fullBox(
          'stss',
          0,
          u32(keys.length),
          words(keys.length, i => keys[i]! - from + 1),
        ),
      )
    }
    if (this.#dependsAt !== null) {
      const at = this.#view.byteOffset + this.#dependsAt
      boxes.push(fullBox('sdtp', 0, new Uint8Array(this.#view.buffer, at + from, count)))
    }
    const groups: number[] = []
    let before: Piece | undefined
    pieces.forEach((piece, index) => {
      if (before?.samples !== piece.samples || before.description !== piece.description)
        groups.push(index + 1, piece.samples, piece.description)
      before = piece
    })
    boxes.push(
      fullBox(
        'stsc',
        0,
        u32(groups.length / 3),
        words(groups.length, i => groups[i]!),
      ),
    )
    const sizes = this.equalSize ? new Uint8Array() : words(count, i => this.sizeOf(from + i))
    boxes.push(fullBox('stsz', 0, u32(this.equalSize), u32(count), sizes))
    const places = wide ? concat(offsets.map(u64)) : words(offsets.length, i => offsets[i]!)
    boxes.push(fullBox(wide ? 'co64' : 'stco', 0, u32(offsets.length), places))
    return boxes
  }
}

/** Runs of durations; one more first sample and tick than runs, after the last. */
function readTimes(view: DataView, stts: Box | null) {
  const { first: at, count } = table(view, stts, 'time', 8)
  const [first, tick, each] = [
    new Float64Array(count + 1),
    new Float64Array(count + 1),
    new Float64Array(count),
  ]
  for (let run = 0; run < count; run++) {
    const samples = view.getUint32(at + run * 8)
    each[run] = view.getUint32(at + run * 8 + 4)
    first[run + 1] = first[run]! + samples
    tick[run + 1] = tick[run]! + samples * each[run]!
  }
  return { first, tick, each }
}

/** Chunks with samples in them; one more first sample than chunks, after the last. @throws TelemetryError damaged */
function readChunks(view: DataView, stbl: Box, samples: number) {
  const part = (type: string) => findBox(view, stbl.start, stbl.end, type)
  const wide = part('co64')
  const width = wide ? 8 : 4
  const places = table(view, wide ?? part('stco'), 'offset', width)
  const groups = table(view, part('stsc'), 'chunk', 12)
  const first = new Float64Array(places.count + 1)
  const offset = new Float64Array(places.count)
  const description = new Uint32Array(places.count)
  let count = 0
  for (
    let chunk = 0, group = 0;
    chunk < places.count && groups.count > 0 && first[count]! < samples;
    chunk++
  ) {
    while (group + 1 < groups.count && view.getUint32(groups.first + (group + 1) * 12) <= chunk + 1) group++
    const inside = view.getUint32(groups.first + group * 12 + 4)
    if (inside === 0) continue
    const at = places.first + chunk * width
    offset[count] = wide ? uint64(view, at) : view.getUint32(at)
    description[count] = view.getUint32(groups.first + group * 12 + 8)
    first[count + 1] = Math.min(samples, first[count]! + inside)
    count++
  }
  if (first[count]! < samples) damaged('chunk')
  return {
    first: first.subarray(0, count + 1),
    offset: offset.subarray(0, count),
    description: description.subarray(0, count),
  }
}

/** How long after its decoding each sample is shown. Some writers use negative delays in version 0 as well. */
function readDelays(view: DataView, ctts: Box | null, samples: number): Int32Array | null {
  if (ctts === null) return null
  const runs = table(view, ctts, 'time', 8)
  if (samples > limits.samples) throw new TelemetryError({ name: 'tooManySamples' })
  const delays = new Int32Array(samples)
  let sample = 0
  for (let run = 0; run < runs.count && sample < samples; run++) {
    const end = Math.min(samples, sample + view.getUint32(runs.first + run * 8))
    delays.fill(view.getInt32(runs.first + run * 8 + 4), sample, end)
    sample = end
  }
  return delays
}
