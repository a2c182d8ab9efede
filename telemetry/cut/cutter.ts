import { type Box, childBoxes, findBox, findMoov, uint64, viewOf } from '../boxes.ts'
import { indexAt } from '../derive.ts'
import { TelemetryError } from '../problems/index.ts'
import { limits, type RandomAccessSource } from '../source.ts'
import { damaged, editShift, handlerOf, header, mediaHeader, table } from '../track.ts'
import { box, concat, fullBox, u32, u64 } from '../write/mp4.ts'
import { moveTags } from './move-tags.ts'
import { lastUpTo, type Piece, Samples } from './samples.ts'

/** Why a film can't be cut. */
export type CutProblem = 'notMp4' | 'fragmented' | 'edited' | 'noPicture' | 'sound'

/** The film is of a kind that can't be cut without encoding. */
export class CutError extends Error {
  readonly problem: CutProblem
  constructor(problem: CutProblem) {
    super(`This film cannot be cut: ${problem}`)
    this.name = 'CutError'
    this.problem = problem
  }
}

/** Bytes of the new file: as they are, or from `start` to before `end` of the original. */
export type Part = Uint8Array | { start: number; end: number }

/** A part of a film as a file of its own. */
export interface Stretch {
  /** second of the film at which it begins: a key frame at or before the wanted one */
  start: number
  /** second of the film at which it ends: after the wanted one, or with the film */
  end: number
  /** bytes of the file */
  size: number
  /** the file, in order */
  parts: Part[]
}

interface Track {
  trak: Box
  handler: string | null
  timescale: number
  samples: Samples
  /** seconds of the film at the track's second 0 */
  shift: number
  id: number
}

/** A track's samples in a stretch, and how they lie on its time. */
interface Selection {
  track: Track
  from: number
  to: number
  /** ticks of the track after its first sample at which the stretch begins; below 0 when the track begins later */
  late: number
  pieces: Piece[]
}

/** The film whose index a track becomes part of. */
interface Into {
  /** ticks of that film */
  length: number
  /** ids of its tracks */
  kept: ReadonlySet<number>
  /** whether offsets take 64 bits */
  wide: boolean
  /** where in that file the bytes at an offset of this one are */
  placeOf: (offset: number) => number
  /** ticks a second of that film, if it is another one */
  timescale?: number
  /** that film's headers in place of the track's own */
  trackHeader?: (own: Uint8Array) => Uint8Array
  mediaHeader?: (own: Uint8Array) => Uint8Array
}

/** Samples of these tracks are the camera's sensors: what the reader of telemetry knows. */
const sensorEntries = new Set(['gpmd', 'djmd', 'rtmd', 'camm'])
/** Foreign bytes between two samples are kept up to this many: a slice of a file costs more. */
const keptBetween = 512
/** 1 January 1904 begins the time of MP4; a camera without a clock writes less than a year. */
const noClock = 365 * 24 * 3600

const merged = (pieces: readonly Piece[]): { start: number; end: number }[] => {
  const ranges: { start: number; end: number }[] = []
  for (const { offset, bytes } of pieces.toSorted((a, b) => a.offset - b.offset)) {
    const last = ranges.at(-1)
    if (last && offset - last.end <= keptBetween) last.end = Math.max(last.end, offset + bytes)
    else ranges.push({ start: offset, end: offset + bytes })
  }
  return ranges
}

/**
 * How the samples of a new file lie in it: one range of the original after another.
 * @throws TelemetryError damaged, when the original has fewer bytes
 */
function lay(chosen: readonly Selection[], fileSize: number) {
  const ranges = merged(chosen.flatMap(({ pieces }) => pieces))
  if (ranges.some(({ end }) => end > fileSize)) throw new TelemetryError({ name: 'longerThanFile' })
  const starts = Float64Array.from(ranges, ({ start }) => start)
  const places: number[] = []
  let bytes = 0
  for (const { start, end } of ranges) {
    places.push(bytes)
    bytes += end - start
  }
  const wide = bytes + limits.moovBytes > 0xffffffff
  return {
    ranges,
    bytes,
    wide,
    /** header of the box around them */
    head: wide
      ? concat([u32(1), box('mdat').subarray(4), u64(bytes + 16)])
      : concat([u32(bytes + 8), box('mdat').subarray(4)]),
    /** @param first byte of the new file at which the ranges begin */
    placeFrom: (first: number) => (offset: number) => {
      const range = lastUpTo(starts, offset)
      return first + places[range]! + offset - starts[range]!
    },
  }
}

/**
 * Cuts stretches out of an MP4 or MOV without reading or changing its picture and sound: a new index in front of ranges
 * of the original. Sensors, camera tags, place, rotation and date come along; the date is that of the stretch.
 */
export class Cutter {
  /** of the picture */
  readonly seconds: number
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #ftyp: Uint8Array
  readonly #fileSize: number
  readonly #timescale: number
  readonly #tracks: Track[]
  readonly #picture: Track
  /** where a stretch may begin: a sample, and when it is shown */
  readonly #starts: { sample: Float64Array; time: Float64Array }
  /** where one may end: no sample before this one is shown after any later one */
  readonly #ends: { sample: Float64Array; time: Float64Array }
  /** ticks of the picture's track that its edit shows */
  readonly #shown: { from: number; to: number }

  constructor(moov: Uint8Array, ftyp: Uint8Array, fileSize: number) {
    this.#bytes = moov
    this.#view = viewOf(moov)
    this.#ftyp = ftyp
    this.#fileSize = fileSize
    const boxes = childBoxes(this.#view, 0, moov.length)
    if (boxes.some(({ type }) => type === 'mvex')) throw new CutError('fragmented')
    const movie = header(this.#view, boxes.find(({ type }) => type === 'mvhd') ?? null)
    if (!movie) throw new CutError('notMp4')
    this.#timescale = movie.timescale
    this.#tracks = this.#readTracks(boxes)
    // Covers are pictures of one frame.
    const pictures = this.#tracks.filter(({ handler, samples }) => handler === 'vide' && samples.count > 1)
    const [picture] = pictures.toSorted((a, b) => b.samples.count - a.samples.count)
    if (!picture) throw new CutError('noPicture')
    this.#picture = picture
    this.#tracks = this.#tracks.filter(track => track.handler !== 'vide' || pictures.includes(track))
    const { samples, shift, timescale } = picture
    const edit = findBox(this.#view, picture.trak.start, picture.trak.end, 'edts', 'elst')
    const from = edit ? Math.max(0, this.#editStart(edit)) : Number.NEGATIVE_INFINITY
    this.#ends = endsOf(samples)
    const last = this.#ends.time.at(-1)!
    const seconds = edit ? this.#editSeconds(edit) : 0
    this.#shown = { from, to: seconds > 0 ? Math.min(last, from + seconds * timescale) : last }
    const keys = samples.keys ?? Array.from({ length: samples.count }, (_, sample) => sample)
    const begin = Float64Array.from(keys).filter(sample => samples.shownAt(sample) < this.#shown.to)
    this.#starts = { sample: begin, time: begin.map(sample => samples.shownAt(sample)) }
    if (begin.length === 0) damaged('time')
    this.seconds = this.#shown.to / timescale + shift
  }

  #readTracks(boxes: readonly Box[]): Track[] {
    const view = this.#view
    return boxes
      .filter(({ type }) => type === 'trak')
      .flatMap(trak => {
        const stbl = findBox(view, trak.start, trak.end, 'mdia', 'minf', 'stbl')
        const stsd = stbl && findBox(view, stbl.start, stbl.end, 'stsd')
        const media = mediaHeader(view, trak)
        const tkhd = findBox(view, trak.start, trak.end, 'tkhd')
        if (!stsd || !media || !tkhd || tkhd.end - tkhd.start < 24) return []
        const handler = handlerOf(view, trak)
        const entries = childBoxes(view, stsd.start + 8, stsd.end).map(({ type }) => type)
        if (handler !== 'vide' && handler !== 'soun' && !entries.some(entry => sensorEntries.has(entry)))
          return []
        const samples = new Samples(view, stbl)
        if (samples.count === 0) return []
        // QuickTime counts bytes of compressed sound as its samples.
        if (handler === 'soun' && samples.equalSize === 1) throw new CutError('sound')
        this.#checkEdits(trak)
        const { timescale } = media
        const shift = editShift(view, trak, this.#timescale, timescale)
        const id = view.getUint32(tkhd.start + (view.getUint8(tkhd.start) === 1 ? 20 : 12))
        return [{ trak, handler, timescale, samples, shift, id }]
      })
  }

  /** @throws CutError for more than a delay and one edit at normal speed */
  #checkEdits(trak: Box): void {
    const elst = findBox(this.#view, trak.start, trak.end, 'edts', 'elst')
    if (!elst) return
    const edits = this.#edits(elst)
    const shown = edits.filter(({ time }) => time >= 0)
    if (shown.length > 1 || shown.some(({ rate }) => rate !== 0x10000)) throw new CutError('edited')
    if (edits.length > 0 && edits.at(-1)!.time < 0) throw new CutError('edited')
  }

  #edits(elst: Box) {
    const view = this.#view
    const wide = view.getUint8(elst.start) === 1
    const width = wide ? 20 : 12
    const { first, count } = table(view, elst, 'time', width)
    return Array.from({ length: count }, (_, i) => {
      const at = first + i * width
      return {
        length: wide ? uint64(view, at) : view.getUint32(at),
        time: wide ? Number(view.getBigInt64(at + 8)) : view.getInt32(at + 4),
        rate: view.getUint32(at + width - 4),
      }
    })
  }

  #editStart(elst: Box): number {
    return this.#edits(elst).find(({ time }) => time >= 0)?.time ?? 0
  }

  #editSeconds(elst: Box): number {
    return (this.#edits(elst).find(({ time }) => time >= 0)?.length ?? 0) / this.#timescale
  }

  /** The seconds at which a stretch can begin, in order. */
  get keyFrames(): Float64Array {
    const { shift, timescale } = this.#picture
    return this.#starts.time.map(time => Math.max(time, this.#shown.from) / timescale + shift)
  }

  /**
   * The stretch from the key frame at or before `start` until `end`, both in seconds of the film; at least one frame.
   * @throws TelemetryError damaged, when the file has fewer bytes than its index says
   */
  cut(start: number, end: number): Stretch {
    const { shift, timescale, samples } = this.#picture
    const half = 0.5
    const key = Math.max(0, lastUpTo(this.#starts.time, (start - shift) * timescale + half))
    const from = this.#starts.sample[key]!
    const begin = Math.max(this.#starts.time[key]!, this.#shown.from)
    let last = Math.min(
      indexAt(this.#ends.time, (end - shift) * timescale - half),
      this.#ends.time.length - 1,
    )
    while (this.#ends.sample[last]! <= from) last++
    const [to, over] = [this.#ends.sample[last]!, Math.min(this.#ends.time[last]!, this.#shown.to)]
    const span = { start: begin / timescale + shift, end: over / timescale + shift }
    const chosen = this.#tracks.flatMap(track =>
      track === this.#picture
        ? [{ track, from, to, late: begin - samples.timeOf(from), pieces: samples.pieces(from, to) }]
        : this.#chooseSamples(track, span),
    )
    return { ...span, ...this.#write(chosen, span) }
  }

  /**
   * The latest second at which a stretch from `start` may end that has at most so many bytes; null when not even a frame
   * fits. @param end no later than this
   */
  latestEnd(start: number, end: number, bytes: number): number | null {
    if (this.cut(start, end).size <= bytes) return end
    const { shift, timescale } = this.#picture
    const { time } = this.#ends
    const secondsAt = (index: number) => time[index]! / timescale + shift
    let low = indexAt(time, (this.cut(start, start).end - shift) * timescale - 0.5)
    if (this.cut(start, secondsAt(low)).size > bytes) return null
    let high = Math.min(time.length - 1, indexAt(time, (end - shift) * timescale))
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (this.cut(start, secondsAt(middle)).size <= bytes) low = middle
      else high = middle
    }
    return secondsAt(low)
  }

  /** Sound and sensors of the whole film. */
  get #besides(): Selection[] {
    const whole = { start: 0, end: this.seconds }
    return this.#tracks
      .filter(({ handler }) => handler !== 'vide')
      .flatMap(track => this.#chooseSamples(track, whole))
  }

  /** The number of the picture's track in the file. */
  get pictureId(): number {
    return this.#picture.id
  }

  /** Bytes of sound and sensors. */
  get besidesBytes(): number {
    return lay(this.#besides, this.#fileSize).bytes
  }

  /**
   * This film with its picture re-encoded: what follows the encoded one in the file. Sound, sensors, camera tags, place
   * and date are this film's, byte for byte.
   * @param encoded a film of the same picture on the same clock
   * @param at its bytes in front of its index, which stay as they are
   * @throws TelemetryError damaged, when this film has fewer bytes than its index says
   */
  withPicture(encoded: Cutter, at: number): Part[] {
    const besides = this.#besides
    const { ranges, head, placeFrom } = lay(besides, this.#fileSize)
    const span = { start: 0, end: this.seconds }
    const moov = this.#moov(besides, span, false, placeFrom(at + head.length), encoded)
    return [head, ...ranges, moov]
  }

  /** Samples of a track that isn't the main picture; none when it has nothing in this span. */
  #chooseSamples(track: Track, span: { start: number; end: number }): Selection[] {
    const { samples, shift, timescale, handler } = track
    const ticks = (seconds: number) => Math.round((seconds - shift) * timescale)
    const [begin, over] = [ticks(span.start), ticks(span.end)]
    if (over <= 0 || begin >= samples.ticks) return []
    let from = samples.at(begin)
    let to = samples.at(over - 1) + 1
    if (handler === 'vide') {
      if (samples.keys)
        from = samples.keys.findLast(key => samples.shownAt(key) <= begin) ?? samples.keys[0] ?? 0
      const ends = endsOf(samples)
      to = Math.max(from + 1, ends.sample[Math.min(indexAt(ends.time, over), ends.time.length - 1)]!)
    }
    // Compressed sound needs the packet before to decode the first one; uncompressed sound has no packets.
    else if (handler === 'soun')
      from = samples.timeOf(from + 1) - samples.timeOf(from) > 1 ? Math.max(0, from - 1) : from
    // Sensors: a camera's last payload may be shorter than it says, so readers measure it by the others; this one is whole.
    else to = Math.min(samples.count, to + 1)
    return [{ track, from, to, late: begin - samples.timeOf(from), pieces: samples.pieces(from, to) }]
  }

  #write(
    chosen: readonly Selection[],
    span: { start: number; end: number },
  ): Pick<Stretch, 'size' | 'parts'> {
    const { ranges, bytes, wide, head: media, placeFrom } = lay(chosen, this.#fileSize)
    const moovFrom = (first: number) => this.#moov(chosen, span, wide, placeFrom(first))
    // Where the media begins doesn't change how long the index is.
    const head = this.#ftyp.length + moovFrom(0).length + media.length
    return { size: head + bytes, parts: [concat([this.#ftyp, moovFrom(head), media]), ...ranges] }
  }

  #moov(
    chosen: readonly Selection[],
    span: { start: number; end: number },
    wide: boolean,
    placeOf: (offset: number) => number,
    encoded?: Cutter,
  ): Uint8Array {
    const length = Math.ceil((span.end - span.start) * this.#timescale)
    const kept = new Set(chosen.map(({ track }) => track.id))
    if (encoded) kept.add(this.#picture.id)
    const children = childBoxes(this.#view, 0, this.#bytes.length).flatMap(child => {
      const inside = this.#bytes.subarray(child.start, child.end)
      if (child.type === 'mvhd') return [box('mvhd', this.#movieHeader(inside, length, span.start))]
      if (child.type === 'udta') return [box('udta', moveTags(inside, span.start, span.end))]
      if (child.type !== 'trak') return [box(child.type, inside)]
      if (encoded && child.start === this.#picture.trak.start) return [encoded.#trakFor(this, length)]
      const selection = chosen.find(({ track }) => track.trak.start === child.start)
      return selection ? [this.#trak(selection, { length, kept, wide, placeOf })] : []
    })
    return box('moov', ...children)
  }

  /** Its duration, and when the stretch began. */
  #movieHeader(content: Uint8Array, length: number, start: number): Uint8Array {
    const moved = withDuration(content, length, 16, 24)
    const view = viewOf(moved)
    const seconds = Math.floor(start)
    if (view.getUint8(0) === 1) {
      const created = uint64(view, 4)
      if (created > noClock) view.setBigUint64(4, BigInt(created + seconds))
    } else if (view.getUint32(4) > noClock) view.setUint32(4, view.getUint32(4) + seconds)
    return moved
  }

  /** The track of its picture, in its place in the file, for the index of the film that it was encoded from. */
  #trakFor(film: Cutter, length: number): Uint8Array {
    const { samples, timescale, shift } = this.#picture
    const selection = {
      track: this.#picture,
      from: 0,
      to: samples.count,
      late: Math.round(-shift * timescale) - samples.timeOf(0),
      pieces: samples.pieces(0, samples.count),
    }
    const original = (...path: string[]) => {
      const { start, end } = film.#picture.trak
      const found = findBox(film.#view, start, end, ...path)
      return found ? film.#bytes.subarray(found.start, found.end) : new Uint8Array()
    }
    return this.#trak(selection, {
      length,
      kept: new Set(),
      wide: false,
      placeOf: offset => offset,
      timescale: film.#timescale,
      // Turned and sized as it was encoded; the rest, as number and dates, is the original's.
      trackHeader: own => concat([original('tkhd').slice(0, -44), own.subarray(-44)]),
      mediaHeader: own => withDates(own, original('mdia', 'mdhd')),
    })
  }

  #trak({ track, from, to, late, pieces }: Selection, into: Into): Uint8Array {
    const { length, kept, wide, placeOf, trackHeader, mediaHeader } = into
    const { samples, timescale, trak } = track
    const media = samples.timeOf(to) - samples.timeOf(from)
    const delay = Math.max(0, Math.round((-late / timescale) * (into.timescale ?? this.#timescale)))
    const tables = samples.tables(
      from,
      to,
      pieces,
      pieces.map(({ offset }) => placeOf(offset)),
      wide,
    )
    const rebuilt = (parent: Box): Uint8Array[] =>
      childBoxes(this.#view, parent.start, parent.end).flatMap(child => {
        const content = this.#bytes.subarray(child.start, child.end)
        switch (child.type) {
          case 'edts':
            return []
          case 'tkhd':
            return [
              box('tkhd', withDuration(trackHeader?.(content) ?? content, length, 20, 28)),
              box('edts', editList(delay, length - delay, Math.max(0, late))),
            ]
          case 'mdhd':
            return [box('mdhd', withDuration(mediaHeader?.(content) ?? content, media, 16, 24))]
          case 'mdia':
          case 'minf':
            return [box(child.type, ...rebuilt(child))]
          case 'stbl':
            return [box('stbl', ...this.#stable(child), ...tables)]
          case 'tref':
            return referencesTo(kept, content)
          default:
            return [box(child.type, content)]
        }
      })
    return box('trak', ...rebuilt(trak))
  }

  /** What a sample table says about all samples: their entries, and the range of their delays. */
  #stable(stbl: Box): Uint8Array[] {
    return childBoxes(this.#view, stbl.start, stbl.end)
      .filter(({ type }) => type === 'stsd' || type === 'cslg')
      .map(({ type, start, end }) => box(type, this.#bytes.subarray(start, end)))
  }
}

/**
 * Opens a film for cutting; reads its index and 16 bytes of each box before it.
 * @throws CutError when it can't be cut  @throws TelemetryError damaged or too_large; errors of the source unchanged
 */
export async function openCutter(source: RandomAccessSource): Promise<Cutter> {
  const search = await findMoov(source)
  if (!search.moov) throw new CutError('notMp4')
  const moov = await source.read(search.moov.offset, search.moov.length)
  if (moov.length < search.moov.length) throw new TelemetryError({ name: 'indexCutOff' })
  const brand = search.before.find(({ type }) => type === 'ftyp')
  const ftyp = brand ? box('ftyp', await source.read(brand.offset, brand.length)) : new Uint8Array()
  return new Cutter(moov, ftyp, source.size)
}

/** A header box's content with another duration. @param at where it is @param wideAt where it is in version 1 */
function withDuration(content: Uint8Array, ticks: number, at: number, wideAt: number): Uint8Array {
  const changed = content.slice()
  const view = viewOf(changed)
  if (view.getUint8(0) === 1) view.setBigUint64(wideAt, BigInt(ticks))
  else view.setUint32(at, ticks)
  return changed
}

/** A header box's content with the dates of another; without any, if they are of different width. */
function withDates(content: Uint8Array, other: Uint8Array): Uint8Array {
  const changed = content.slice()
  const end = content[0] === 1 ? 20 : 12
  if (other[0] === content[0] && other.length >= end) changed.set(other.subarray(4, end), 4)
  else changed.fill(0, 4, end)
  return changed
}

/** @param delay ticks of the film before the track begins @param length ticks of the film @param time ticks of the track */
function editList(delay: number, length: number, time: number): Uint8Array {
  const empty = delay > 0 ? [u32(delay), u32(0xffffffff), u32(0x10000)] : []
  const edits = [...empty, u32(length), u32(time), u32(0x10000)]
  return fullBox('elst', 0, u32(edits.length / 3), ...edits)
}

/** A `tref` box without the tracks that are gone; none when nothing is left. */
function referencesTo(kept: ReadonlySet<number>, content: Uint8Array): Uint8Array[] {
  const view = viewOf(content)
  const left = childBoxes(view, 0, content.length).flatMap(({ type, start, end }) => {
    const ids = Array.from({ length: (end - start) >> 2 }, (_, i) => view.getUint32(start + i * 4))
    const there = ids.filter(id => kept.has(id))
    return there.length > 0 ? [box(type, ...there.map(u32))] : []
  })
  return left.length > 0 ? [box('tref', ...left)] : []
}

/** After which samples a film can end, and when: everything before is shown before everything after. */
function endsOf(samples: Samples): { sample: Float64Array; time: Float64Array } {
  const { count } = samples
  const isLast = new Uint8Array(count)
  const over = new Float64Array(count)
  let next = Number.POSITIVE_INFINITY
  for (let sample = count - 1; sample >= 0; sample--) {
    over[sample] = next
    next = Math.min(next, samples.shownAt(sample))
  }
  let latest = Number.NEGATIVE_INFINITY
  for (let sample = 0; sample < count; sample++) {
    const shown = samples.shownAt(sample)
    const length = samples.timeOf(sample + 1) - samples.timeOf(sample)
    if (sample === count - 1) over[sample] = Math.max(latest, shown) + length
    latest = Math.max(latest, shown)
    if (latest < over[sample]!) isLast[sample] = 1
  }
  const found = Float64Array.from(isLast.keys()).filter(sample => isLast[sample] === 1)
  return { sample: found.map(sample => sample + 1), time: found.map(sample => over[sample]!) }
}
