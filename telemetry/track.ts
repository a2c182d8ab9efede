import { type Box, childBoxes, findBox, fourcc, uint64 } from './boxes.ts'
import { TelemetryError, type TelemetryProblem } from './problems/index.ts'
import { limits } from './source.ts'

/** One sample of the telemetry track: the position of its bytes, and the span of video it covers. */
export interface PayloadSpan {
  offset: number
  size: number
  /** seconds of the movie */
  start: number
  duration: number
}

type Table = Extract<TelemetryProblem, { name: 'damagedTable' }>['table']
export const damaged = (table: Table): never => {
  throw new TelemetryError({ name: 'damagedTable', table })
}

/** Entries of a table box: version/flags, `skip` bytes, a count, then `width` bytes each. */
export function table(view: DataView, box: Box | null, name: Table, width: number, skip = 0) {
  if (box === null || box.end - box.start < 8 + skip) return damaged(name)
  const first = box.start + 8 + skip
  const count = view.getUint32(first - 4)
  if (first + count * width > box.end) return damaged(name)
  return { first, count }
}

/** Timescale and duration of a `mvhd` or `mdhd`. */
export function header(view: DataView, box: Box | null): { timescale: number; duration: number } | null {
  if (box === null || box.end - box.start < 20) return null
  const wide = view.getUint8(box.start) === 1
  if (wide && box.end - box.start < 32) return null
  const timescale = view.getUint32(box.start + (wide ? 20 : 12))
  const ticks = wide ? uint64(view, box.start + 24) : view.getUint32(box.start + 16)
  return timescale === 0 ? null : { timescale, duration: ticks / timescale }
}

/** What a track holds, as in 'vide'; null when it doesn't say. */
export const handlerOf = (view: DataView, trak: Box): string | null => {
  const hdlr = findBox(view, trak.start, trak.end, 'mdia', 'hdlr')
  return hdlr && hdlr.end - hdlr.start >= 12 ? fourcc(view, hdlr.start + 8) : null
}

/** Timescale and duration in seconds of a track's media; null when they are missing. */
export const mediaHeader = (view: DataView, trak: Box) =>
  header(view, findBox(view, trak.start, trak.end, 'mdia', 'mdhd'))

/** Seconds for which a track is shown, after its edits; null when unknown. */
function shownDuration(view: DataView, trak: Box, movieTimescale: number | null): number | null {
  const tkhd = findBox(view, trak.start, trak.end, 'tkhd')
  if (tkhd !== null && movieTimescale !== null && tkhd.end - tkhd.start >= 36) {
    const wide = view.getUint8(tkhd.start) === 1
    const ticks = wide ? uint64(view, tkhd.start + 28) : view.getUint32(tkhd.start + 20)
    if (ticks > 0) return ticks / movieTimescale
  }
  return mediaHeader(view, trak)?.duration || null
}

/**
 * How far an edit list shifts the track, in seconds: an empty edit delays it, a start inside the media
 * advances it. Trimmed files have such lists; camera files don't.
 */
export function editShift(view: DataView, trak: Box, movieTimescale: number, mediaTimescale: number): number {
  const elst = findBox(view, trak.start, trak.end, 'edts', 'elst')
  if (elst === null || elst.end - elst.start < 8) return 0
  const wide = view.getUint8(elst.start) === 1
  const width = wide ? 20 : 12
  let shift = 0
  for (let at = elst.start + 8; at + width <= elst.end; at += width) {
    const length = wide ? uint64(view, at) : view.getUint32(at)
    const mediaTime = wide ? view.getBigInt64(at + 8) : BigInt(view.getInt32(at + 4))
    if (mediaTime >= 0n) return shift - Number(mediaTime) / mediaTimescale
    shift += length / movieTimescale
  }
  return shift
}

function payloadSpans(view: DataView, stbl: Box, timescale: number, shift: number): PayloadSpan[] {
  const part = (type: string) => findBox(view, stbl.start, stbl.end, type)
  const stsz = part('stsz')
  if (stsz === null || stsz.end - stsz.start < 12) return damaged('size')
  const equalSize = view.getUint32(stsz.start + 4)
  const count = view.getUint32(stsz.start + 8)
  if (count > limits.payloads) throw new TelemetryError({ name: 'tooManyPayloads' })
  if (count === 0) return []
  if (equalSize === 0) table(view, stsz, 'size', 4, 4)

  const wide = part('co64')
  const chunkWidth = wide ? 8 : 4
  const chunks = table(view, wide ?? part('stco'), 'offset', chunkWidth)
  const groups = table(view, part('stsc'), 'chunk', 12)
  const times = table(view, part('stts'), 'time', 8)

  const spans: PayloadSpan[] = []
  let timeEntry = 0
  let leftInEntry = times.count > 0 ? view.getUint32(times.first) : 0
  let ticks = 0
  for (let chunk = 0, group = 0; chunk < chunks.count && spans.length < count; chunk++) {
    while (group + 1 < groups.count && view.getUint32(groups.first + (group + 1) * 12) <= chunk + 1) group++
    const perChunk = groups.count > 0 ? view.getUint32(groups.first + group * 12 + 4) : 0
    const at = chunks.first + chunk * chunkWidth
    let offset = wide ? uint64(view, at) : view.getUint32(at)
    for (let sample = 0; sample < perChunk && spans.length < count; sample++) {
      while (leftInEntry === 0 && timeEntry + 1 < times.count)
        leftInEntry = view.getUint32(times.first + ++timeEntry * 8)
      if (leftInEntry === 0) return damaged('time')
      leftInEntry--
      const length = view.getUint32(times.first + timeEntry * 8 + 4)
      const size = equalSize || view.getUint32(stsz.start + 12 + spans.length * 4)
      spans.push({ offset, size, start: ticks / timescale + shift, duration: length / timescale })
      offset += size
      ticks += length
    }
  }
  return spans
}

/** A track of a film, whose samples may be telemetry. */
export interface MediaTrack {
  /** types of its sample entries: what its samples are written in */
  entries: string[]
  /**
   * Where its samples are, in order; computed when called.
   * @throws TelemetryError damaged or too_large
   */
  payloads(): PayloadSpan[]
}

/** The tracks in a moov. */
export interface Tracks {
  tracks: MediaTrack[]
  /** seconds of the video track, null without one */
  videoDuration: number | null
  /** samples are in fragments that this index doesn't list */
  fragmented: boolean
}

/**
 * Lists the tracks in the content of a `moov` box.
 * @throws TelemetryError too_large
 */
export function findTracks(view: DataView): Tracks {
  const boxes = childBoxes(view, 0, view.byteLength)
  const movie = header(view, boxes.find(({ type }) => type === 'mvhd') ?? null)
  const tracks: MediaTrack[] = []
  let videoDuration: number | null = null
  for (const trak of boxes.filter(({ type }) => type === 'trak')) {
    const media = mediaHeader(view, trak)
    if (media === null) continue
    if (handlerOf(view, trak) === 'vide')
      videoDuration ??= shownDuration(view, trak, movie?.timescale ?? null)
    const stbl = findBox(view, trak.start, trak.end, 'mdia', 'minf', 'stbl')
    const stsd = stbl && findBox(view, stbl.start, stbl.end, 'stsd')
    if (!stbl || !stsd) continue
    tracks.push({
      entries: childBoxes(view, stsd.start + 8, stsd.end).map(({ type }) => type),
      payloads() {
        const shift = editShift(view, trak, movie?.timescale ?? media.timescale, media.timescale)
        return payloadSpans(view, stbl, media.timescale, shift)
      },
    })
  }
  return { tracks, videoDuration, fragmented: boxes.some(({ type }) => type === 'mvex') }
}
