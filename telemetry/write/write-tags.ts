import { open } from 'node:fs/promises'
import { childBoxes, findMoov, viewOf } from '../boxes.ts'
import { openFileSource } from '../file-source.ts'
import { readCameraTags } from '../tags.ts'
import { findTracks } from '../track.ts'
import type { CameraTag } from '../types.ts'

const letters = (text: string): Buffer => Buffer.from(text, 'latin1')
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const box = (type: string, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), letters(type), body])
}
const milliseconds = (seconds: number) => Math.round(seconds * 1000)

/** A GPMF entry: key, type, size of one value, count, the values, and zeros up to a multiple of four bytes. */
function klv(key: string, type: string, size: number, values: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(key, 'latin1')
  head.writeUInt8(type.charCodeAt(0), 4)
  head.writeUInt8(size, 5)
  head.writeUInt16BE(values.length / size, 6)
  return Buffer.concat([head, values, Buffer.alloc((4 - (values.length % 4)) % 4)])
}
const nest = (key: string, ...parts: Buffer[]): Buffer => klv(key, '\0', 1, Buffer.concat(parts))

const kinds: Record<CameraTag['kind'], string> = {
  manual: 'MANL',
  imu: 'AIMU',
  sound: 'AACD',
  fused: 'FUSE',
}
const rowBytes = 36
/** A nest counts its bytes in 16 bits. */
const mostRows = 1800

function row({ time, start, end, kind, confidence, score }: CameraTag): Buffer {
  const bytes = Buffer.alloc(rowBytes)
  for (const [i, seconds] of [time, start, end].entries()) bytes.writeUInt32BE(milliseconds(seconds), i * 4)
  bytes.write(kinds[kind], 24, 'latin1')
  for (const [i, part] of [confidence, score].entries()) bytes.writeFloatBE((part ?? 0) * 100, 28 + i * 4)
  return bytes
}

/** `HMMT`: button presses alone, as all cameras write them. */
const pressed = (tags: readonly CameraTag[]): Buffer =>
  box('HMMT', u32(tags.length), ...tags.map(({ time }) => u32(milliseconds(time))), u32(0))

/** `GPMF` with the `HLMT` list: what newer cameras know about a tag beyond its time. */
function found(tags: readonly CameraTag[]): Buffer {
  const scale = Buffer.concat([1, 1, 1, 1e7, 1e7, 1, 1, 1, 1].map(u32))
  const rows = tags.slice(0, mostRows).map(row)
  const stream = nest(
    'STRM',
    klv('TYPE', 'c', 1, letters('LLLllfFff')),
    klv('SCAL', 'l', 4, scale),
    klv('HLMT', '?', rowBytes, Buffer.concat(rows)),
  )
  return box('GPMF', nest('DEVC', klv('DVID', 'F', 4, letters('HLMT')), stream))
}

function boxesOf(tags: readonly CameraTag[]): Buffer[] {
  const presses = tags.filter(({ kind }) => kind === 'manual')
  const known = tags.filter(({ kind, score }) => kind !== 'manual' || score !== null)
  return [...(presses.length ? [pressed(presses)] : []), ...(known.length ? [found(known)] : [])]
}

/** The boxes of a moov with more in its `udta`. */
function withUserData(moov: Uint8Array, more: readonly Buffer[]): Buffer {
  const others: Uint8Array[] = []
  const userData: Uint8Array[] = [...more]
  let from = 0
  for (const { type, start, end } of childBoxes(viewOf(moov), 0, moov.length)) {
    if (type === 'udta') userData.push(moov.subarray(start, end))
    else others.push(moov.subarray(from, end))
    from = end
  }
  return box('moov', ...others, box('udta', ...userData))
}

/**
 * The highlight tags that the camera wrote beside the telemetry track of a file; none where it has no index.
 * @throws as readTelemetry
 */
export async function readTagsIn(file: string): Promise<CameraTag[]> {
  await using source = await openFileSource(file)
  const { moov } = await findMoov(source)
  if (!moov) return []
  const bytes = await source.read(moov.offset, moov.length)
  return readCameraTags(bytes, findTracks(viewOf(bytes)).videoDuration)
}

/**
 * Writes highlight tags into an MP4, beside its telemetry track, where cameras write them.
 * @param file with its index (moov) at the end, as ffmpeg writes it unless told otherwise
 */
export async function writeTagsIn(file: string, tags: readonly CameraTag[]): Promise<void> {
  if (!tags.length) return
  const { at, moov } = await indexAtEnd(file)
  await using handle = await open(file, 'r+')
  const bytes = withUserData(moov, boxesOf(tags))
  await handle.write(bytes, 0, bytes.length, at)
}

async function indexAtEnd(file: string): Promise<{ at: number; moov: Uint8Array }> {
  await using source = await openFileSource(file)
  const { moov } = await findMoov(source)
  if (!moov || moov.offset + moov.length !== source.size) throw new Error('The index is not at the end')
  return { at: moov.offset - 8, moov: await source.read(moov.offset, moov.length) }
}
