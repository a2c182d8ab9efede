import { copyFile, type FileHandle, open } from 'node:fs/promises'
import { box, children, concat, findBox, u32, u64 } from '#telemetry/write/mp4.ts'
import { type CameraHighlight, hlmtBox, hmmtBox } from './camera-tags.ts'
import { TELEMETRY_TIMESCALE, type TelemetrySample, telemetryTrack } from './telemetry-track.ts'

export type { CameraHighlight } from './camera-tags.ts'

export interface MuxInput {
  /** GPMF payloads in order; iterable, so that an hour of them need not be in memory at once */
  payloads: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
  /** seconds each payload covers, in the same order and number */
  payloadDurations: readonly number[]
  /** button presses in seconds, written to moov/udta/HMMT */
  hiLights: readonly number[]
  /** highlights found by the camera, written to moov/udta/GPMF */
  hlmt?: readonly CameraHighlight[]
  /**
   * bytes left empty before each payload, where a camera's file has picture and sound (a sparse file takes no
   * disk space)
   */
  spacing?: number
}

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

/** mvhd with the next free track number incremented; returns the number for the new track. */
function claimTrack(mvhd: Uint8Array): { trackId: number; timescale: number; renumbered: Uint8Array } {
  const renumbered = mvhd.slice()
  const view = new DataView(renumbered.buffer)
  const timescale = view.getUint32(view.getUint8(8) === 1 ? 28 : 20)
  const trackId = view.getUint32(renumbered.length - 4)
  view.setUint32(renumbered.length - 4, trackId + 1)
  return { trackId, timescale, renumbered }
}

/** Writes the payloads as one `mdat` at `start`. Returns each payload's position and the end of the box. */
async function writePayloads(file: FileHandle, start: number, input: MuxInput) {
  const samples: TelemetrySample[] = []
  let at = start + 16
  let seconds = 0
  for await (const payload of input.payloads) {
    const duration = input.payloadDurations[samples.length]
    if (duration === undefined) throw new Error('More payloads than payload durations')
    // Rounded at the edges, not per payload, so that an hour of 1.001 s payloads doesn't drift.
    const from = Math.round(seconds * TELEMETRY_TIMESCALE)
    seconds += duration
    const ticks = Math.round(seconds * TELEMETRY_TIMESCALE) - from
    at += input.spacing ?? 0
    await file.write(payload, 0, payload.length, at)
    samples.push({ offset: at, size: payload.length, ticks })
    at += payload.length
  }
  if (samples.length !== input.payloadDurations.length)
    throw new Error('Fewer payloads than payload durations')
  await file.write(concat([u32(1), Buffer.from('mdat'), u64(at - start)]), 0, 16, start)
  return { samples, end: at }
}

/**
 * Adds in place what a GoPro would have written beside picture and sound: the `gpmd` track and the highlight
 * tags. Existing samples keep their byte positions; the new `moov` goes at the end, as in camera files. Keeps
 * one payload and the `moov` in memory, never the whole file.
 * @throws Error when the file is not a plain (unfragmented) MP4, or when the numbers of payloads and
 * durations differ
 */
export async function appendTelemetry(mp4: string, input: MuxInput): Promise<void> {
  await using file = await open(mp4, 'r+')
  const boxes = await topBoxes(file)
  const moovBox = boxes.find(({ type }) => type === 'moov')
  if (!moovBox || moovBox.size > MOOV_LIMIT || boxes.some(({ type }) => type === 'moof'))
    throw new Error('A plain MP4 with one moov box is expected')
  const moov = new Uint8Array(moovBox.size)
  await file.read(moov, 0, moov.length, moovBox.offset)
  const mvhd = findBox(moov, 'mvhd')
  if (!mvhd) throw new Error('The MP4 has no mvhd box')

  const atEnd = boxes.at(-1) === moovBox
  if (!atEnd) await file.write(Buffer.from('free'), 0, 4, moovBox.offset + 4)
  const last = boxes.at(-1)!
  const { samples, end } = await writePayloads(file, atEnd ? moovBox.offset : last.offset + last.size, input)

  const { trackId, timescale, renumbered } = claimTrack(mvhd)
  const kept = children(moov).filter(part => part.type !== 'mvhd' && part.type !== 'udta')
  const udta = findBox(moov, 'udta')
  const rewritten = box(
    'moov',
    renumbered,
    ...kept.map(part => part.bytes),
    ...(samples.length > 0 ? [telemetryTrack(trackId, samples, timescale)] : []),
    box(
      'udta',
      ...(udta ? children(udta).map(part => part.bytes) : []),
      hmmtBox(input.hiLights),
      ...(input.hlmt ? [hlmtBox(input.hlmt)] : []),
    ),
  )
  await file.write(rewritten, 0, rewritten.length, end)
  await file.truncate(end + rewritten.length)
}

/** `appendTelemetry` on a copy. */
export async function muxTelemetry(mp4In: string, mp4Out: string, input: MuxInput): Promise<void> {
  await copyFile(mp4In, mp4Out)
  await appendTelemetry(mp4Out, input)
}
