import { type FileHandle, open } from 'node:fs/promises'
import { klv, nested, numberKlv, textKlv } from './gpmf.ts'
import { box, children, concat, findBox, fullBox, u16, u32, u64 } from './mp4-write.ts'

/** A highlight as the camera itself writes it; times in seconds, confidence and score in percent. */
export interface CameraHighlight {
  time: number
  start: number
  end: number
  type: 'MANL' | 'AIMU' | 'AACD' | 'FUSE'
  confidence: number
  score: number
}

export interface MuxInput {
  /** GPMF payloads in order; an iterable, so that an hour need not be held at once */
  payloads: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
  /** seconds each payload stands for, same order and number */
  payloadDurations: readonly number[]
  /** button presses in seconds, written to moov/udta/HMMT */
  hiLights: readonly number[]
  /** what the camera found, written to moov/udta/GPMF */
  hlmt?: readonly CameraHighlight[]
}

const TIMESCALE = 1000
const COPY_BYTES = 1 << 20
const MOOV_LIMIT = 64 << 20

interface TopBox {
  type: string
  offset: number
  size: number
}

async function topBoxes(file: FileHandle): Promise<TopBox[]> {
  const { size: fileSize } = await file.stat()
  const found: TopBox[] = []
  const head = Buffer.alloc(16)
  for (let offset = 0; offset + 8 <= fileSize; ) {
    await file.read(head, 0, Math.min(16, fileSize - offset), offset)
    let size = head.readUInt32BE(0)
    if (size === 1) size = Number(head.readBigUInt64BE(8))
    if (size === 0) size = fileSize - offset
    if (size < 8 || offset + size > fileSize) throw new Error(`MP4 box at byte ${offset} is damaged`)
    found.push({ type: head.toString('latin1', 4, 8), offset, size })
    offset += size
  }
  return found
}

async function copyRange(from: FileHandle, to: FileHandle, start: number, length: number, at: number) {
  const buffer = Buffer.alloc(Math.min(COPY_BYTES, length))
  for (let done = 0; done < length; ) {
    const { bytesRead } = await from.read(buffer, 0, Math.min(buffer.length, length - done), start + done)
    if (bytesRead === 0) throw new Error('MP4 ended while it was copied')
    await to.write(buffer, 0, bytesRead, at + done)
    done += bytesRead
  }
}

/** Count, then 100 slots of milliseconds, as cameras write it. */
function hmmt(seconds: readonly number[]): Uint8Array {
  const slots = Math.max(100, seconds.length)
  const times = Array.from({ length: slots }, (_, index) => u32(Math.round((seconds[index] ?? 0) * 1000)))
  return box('HMMT', u32(seconds.length), ...times)
}

/** The DEVC "HLMT" of moov/udta/GPMF: https://github.com/gopro/gpmf-parser/issues/21 */
function hlmtBox(highlights: readonly CameraHighlight[]): Uint8Array {
  const rows = highlights.map(({ time, start, end, type, confidence, score }) => {
    const row = new DataView(new ArrayBuffer(36))
    ;[time, start, end].forEach((seconds, index) => {
      row.setUint32(index * 4, Math.round(seconds * 1000))
    })
    for (let letter = 0; letter < 4; letter++) row.setUint8(24 + letter, type.charCodeAt(letter))
    row.setFloat32(28, confidence)
    row.setFloat32(32, score)
    return new Uint8Array(row.buffer)
  })
  const stream = nested('STRM', [
    numberKlv('TSMP', 'L', [rows.length]),
    textKlv('TYPE', 'LLLllfFff'),
    numberKlv('SCAL', 'l', [1, 1, 1, 10000000, 10000000, 1, 1, 1, 1]),
    klv('HLMT', '?', 36, rows.length, concat(rows)),
  ])
  const id = klv(
    'DVID',
    'F',
    4,
    1,
    Uint8Array.from('HLMT', letter => letter.charCodeAt(0)),
  )
  return box('GPMF', nested('DEVC', [id, textKlv('DVNM', 'Highlights'), ...(rows.length ? [stream] : [])]))
}

interface Sample {
  offset: number
  size: number
  ticks: number
}

/** The 'meta' track with sample entry 'gpmd', one chunk per payload. */
function telemetryTrack(trackId: number, samples: readonly Sample[], movieTimescale: number): Uint8Array {
  const ticks = samples.reduce((sum, sample) => sum + sample.ticks, 0)
  const matrix = concat([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(u32))
  const runs: [count: number, ticks: number][] = []
  for (const { ticks: length } of samples) {
    const last = runs.at(-1)
    if (last?.[1] === length) last[0]++
    else runs.push([1, length])
  }
  const wide = samples.some(sample => sample.offset > 0xffffffff)
  const offsets = samples.map(({ offset }) => (wide ? u64(offset) : u32(offset)))
  const movieDuration = Math.round((ticks * movieTimescale) / TIMESCALE)
  return box(
    'trak',
    // enabled, in the movie, in the preview; the rest: no layer, group, volume, size
    fullBox(
      'tkhd',
      7,
      u32(0),
      u32(0),
      u32(trackId),
      u32(0),
      u32(movieDuration),
      new Uint8Array(16),
      matrix,
      u64(0),
    ),
    box(
      'mdia',
      fullBox('mdhd', 0, u32(0), u32(0), u32(TIMESCALE), u32(ticks), u16(0), u16(0)),
      fullBox('hdlr', 0, 'mhlr', 'meta', new Uint8Array(12), '\x0bGoPro MET  '),
      box(
        'minf',
        box('gmhd', fullBox('gmin', 0, new Uint8Array(12)), box('gpmd', u32(0))),
        box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1))),
        box(
          'stbl',
          fullBox('stsd', 0, u32(1), box('gpmd', new Uint8Array(6), u16(1), u32(0))),
          fullBox(
            'stts',
            0,
            u32(runs.length),
            ...runs.flatMap(([count, length]) => [u32(count), u32(length)]),
          ),
          fullBox('stsc', 0, u32(1), u32(1), u32(1), u32(1)),
          fullBox('stsz', 0, u32(0), u32(samples.length), ...samples.map(({ size }) => u32(size))),
          fullBox(wide ? 'co64' : 'stco', 0, u32(samples.length), ...offsets),
        ),
      ),
    ),
  )
}

/** mvhd with the next free track number raised; returns the number for the new track. */
function claimTrack(mvhd: Uint8Array): { trackId: number; timescale: number; renumbered: Uint8Array } {
  const renumbered = mvhd.slice()
  const view = new DataView(renumbered.buffer)
  const timescale = view.getUint32(view.getUint8(8) === 1 ? 28 : 20)
  const trackId = view.getUint32(renumbered.length - 4)
  view.setUint32(renumbered.length - 4, trackId + 1)
  return { trackId, timescale, renumbered }
}

/**
 * Copies an MP4 and adds what a GoPro camera would have written beside picture and sound: the `gpmd` track and
 * the highlight tags. Existing samples keep their byte positions; the new `moov` stands at the end, as cameras
 * write it. Never holds more than one payload, one copy buffer and the `moov`.
 * @throws Error when the input is no plain (unfragmented) MP4 or payloads and durations differ in number
 */
export async function muxTelemetry(mp4In: string, mp4Out: string, input: MuxInput): Promise<void> {
  await using from = await open(mp4In, 'r')
  const boxes = await topBoxes(from)
  const moovBox = boxes.find(({ type }) => type === 'moov')
  if (!moovBox || moovBox.size > MOOV_LIMIT || boxes.some(({ type }) => type === 'moof'))
    throw new Error('A plain MP4 with one moov box is expected')
  const moov = new Uint8Array(moovBox.size)
  await from.read(moov, 0, moov.length, moovBox.offset)

  await using to = await open(mp4Out, 'w')
  let end = 0
  for (const { type, offset, size } of boxes) {
    if (type === 'moov' && boxes.at(-1) === moovBox) continue
    await copyRange(from, to, offset, size, offset)
    if (type === 'moov') await to.write(Buffer.from('free'), 0, 4, offset + 4)
    end = offset + size
  }

  const samples: Sample[] = []
  let at = end + 16
  let seconds = 0
  for await (const payload of input.payloads) {
    const duration = input.payloadDurations[samples.length]
    if (duration === undefined) throw new Error('More payloads than payload durations')
    // Rounded at the edges, not per payload, so that an hour of 1.001 s does not drift.
    const ticks = Math.round((seconds + duration) * TIMESCALE) - Math.round(seconds * TIMESCALE)
    seconds += duration
    await to.write(payload, 0, payload.length, at)
    samples.push({ offset: at, size: payload.length, ticks })
    at += payload.length
  }
  if (samples.length !== input.payloadDurations.length)
    throw new Error('Fewer payloads than payload durations')
  await to.write(concat([u32(1), Buffer.from('mdat'), u64(at - end)]), 0, 16, end)

  const mvhd = findBox(moov, 'mvhd')
  if (!mvhd) throw new Error('The MP4 has no mvhd box')
  const { trackId, timescale, renumbered } = claimTrack(mvhd)
  const kept = children(moov).filter(part => part.type !== 'mvhd' && part.type !== 'udta')
  const udta = findBox(moov, 'udta')
  const rewritten = box(
    'moov',
    renumbered,
    ...kept.map(part => part.bytes),
    telemetryTrack(trackId, samples, timescale),
    box(
      'udta',
      ...(udta ? children(udta).map(part => part.bytes) : []),
      hmmt(input.hiLights),
      ...(input.hlmt ? [hlmtBox(input.hlmt)] : []),
    ),
  )
  await to.write(rewritten, 0, rewritten.length, at)
}
