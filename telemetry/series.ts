import { type Budget, GrowableRows } from './growable.ts'
import { type Klv, letters } from './klv.ts'
import type { StreamKind } from './streams.ts'
import { type PayloadTime, SampleClock } from './timing.ts'
import type { TelemetrySeries } from './types.ts'
import type { RowLayout, Turn } from './values.ts'

/** The samples of one stream in one payload, ready for reading. */
export interface StreamPayload {
  view: DataView
  /** one KLV for `rows`, otherwise one per sample */
  samples: Klv[]
  layout: RowLayout
  divisors: number[]
  turn: Turn | null
  time: PayloadTime
  /** the stream's delay in seconds (TIMO) */
  delay: number
}

/** Shared by all series of one file. */
export interface SeriesFrame {
  /** seconds; Infinity when unknown */
  videoDuration: number
  /** payloads in the file */
  payloadCount: number
  budget: Budget
}

/** Scene classes or hues per sample; cameras write three to six. */
const GROUP_LIMIT = 32

/** GPS9 carries its quality per sample: column 7 dilution of precision, column 8 fix. */
const usableGps9 = (precision: number, fix: number) => fix >= 2 && precision < 5

/** Whether it is a real position; cameras without a fix write 0, 0. */
const isPlace = (latitude: number, longitude: number) =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0)

/** Collects one stream over all payloads. The first payload determines how many numbers a sample has. */
export class SeriesBuilder {
  readonly #kind: StreamKind
  readonly #name: string
  readonly #units: string
  readonly #clock: SampleClock
  readonly #frame: SeriesFrame
  #rows: GrowableRows | null = null
  #columns: string[] | undefined

  constructor(kind: StreamKind, name: string, units: string, frame: SeriesFrame) {
    this.#kind = kind
    this.#name = name
    this.#units = units || (kind.units ?? '')
    this.#columns = kind.columns
    this.#clock = new SampleClock(frame.videoDuration)
    this.#frame = frame
  }

  /** The table, with space for as many rows in each payload as in this one. */
  #table(axes: number, rowsInPayload: number): GrowableRows {
    const { budget, payloadCount } = this.#frame
    const expected = rowsInPayload * payloadCount * 1.05
    this.#rows ??= new GrowableRows(axes, this.#kind.precise ?? false, budget, expected)
    return this.#rows
  }

  /**
   * Adds the samples of a payload; meaningless ones (no position, not a number, after the video) are left
   * out.
   */
  add(payload: StreamPayload): void {
    if (this.#kind.shape === 'rows') this.#addRows(payload)
    else this.#addSamples(payload)
  }

  #addRows({ view, samples, layout, divisors, turn, time, delay }: StreamPayload): void {
    const klv = samples[0]!
    const { axes, read, at: offsets } = layout
    const rows = this.#table(axes, klv.repeat)
    if (rows.axes !== axes || klv.repeat === 0) return
    const interval = this.#clock.interval(time, klv.repeat)
    const { values, at: first } = rows.reserve(klv.repeat)
    const gps = this.#kind.fourcc === 'GPS5' || this.#kind.fourcc === 'GPS9'
    let at = first
    for (let sample = 0; sample < klv.repeat; sample++) {
      const base = klv.start + sample * klv.structSize
      let finite = true
      for (let axis = 0; axis < axes; axis++) {
        const value = read[axis]!(view, base + offsets[axis]!) / divisors[axis]!
        const to = turn === null ? at + axis : at + turn.to[axis]!
        values[to] = turn === null ? value : value * turn.sign[axis]!
        finite &&= Number.isFinite(values[to])
      }
      const seconds = time.start + sample * interval - delay
      if (!finite) continue
      if (gps && !isPlace(values[at]!, values[at + 1]!)) continue
      if (axes === 9 && gps && !usableGps9(values[at + 7]!, values[at + 8]!)) continue
      if (!this.#clock.accept(seconds)) continue
      rows.commit(seconds)
      at += axes
    }
  }

  #addSamples(payload: StreamPayload): void {
    const { samples, time, delay } = payload
    const interval = this.#clock.interval(time, samples.length)
    samples.forEach((klv, index) => {
      const seconds = time.start + index * interval - delay
      const row = this.#sampleRow(payload, klv)
      if (row === null || !this.#clock.accept(seconds)) return
      const rows = this.#table(row.length, samples.length)
      const { values, at } = rows.reserve(1)
      for (let axis = 0; axis < rows.axes; axis++) values[at + axis] = row[axis] ?? Number.NaN
      rows.commit(seconds)
    })
  }

  /** One sample of a stream with one KLV per sample; null when there is nothing to keep. */
  #sampleRow({ view, layout, divisors }: StreamPayload, klv: Klv): number[] | null {
    const field = (group: number, index: number) =>
      layout.read[index]!(view, klv.start + group * klv.structSize + layout.at[index]!) / divisors[index]!
    const group = (index: number) => layout.types.split('').map((_, axis) => field(index, axis))
    if (this.#kind.shape === 'faces') {
      // "Lffff…" until HERO9 is id, x, y, w, h; later "BBSSSSSBB" starts with version and confidence.
      const box = layout.types.startsWith('BBS') ? 3 : 1
      return [klv.repeat, ...(klv.repeat > 0 ? group(0).slice(box, box + 4) : [])]
        .concat([Number.NaN, Number.NaN, Number.NaN, Number.NaN])
        .slice(0, 5)
    }
    if (klv.repeat === 0 || klv.repeat > GROUP_LIMIT) return null
    if (this.#kind.shape === 'pairs') {
      if (layout.types !== 'BB') return null
      this.#columns ??= Array.from({ length: klv.repeat }, (_, index) => [
        `hue${index}`,
        `weight${index}`,
      ]).flat()
      return Array.from({ length: klv.repeat }, (_, index) => group(index)).flat()
    }
    if (layout.types !== 'Ff') return null
    const shares = new Map<string, number>()
    for (let index = 0; index < klv.repeat; index++) {
      const name = letters(field(index, 0))
      if (/^[A-Z]{4}$/.test(name)) shares.set(name, field(index, 1))
    }
    if (shares.size === 0) return null
    this.#columns ??= [...shares.keys()]
    return this.#columns.map(name => shares.get(name) ?? Number.NaN)
  }

  /** The finished series; null when no sample was worth keeping. */
  finish(): TelemetrySeries | null {
    if (this.#rows === null || this.#rows.length === 0) return null
    return {
      fourcc: this.#kind.fourcc,
      name: this.#name,
      units: this.#units,
      axes: this.#rows.axes,
      ...(this.#columns?.length === this.#rows.axes ? { columns: this.#columns } : {}),
      ...this.#rows.finish(),
    }
  }
}
