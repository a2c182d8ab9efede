/** Sample entry names (ISO/IEC 14496-12) that cameras and phones write. */
const names: Record<string, string> = {
  avc1: 'H.264',
  avc3: 'H.264',
  hvc1: 'HEVC',
  hev1: 'HEVC',
  dvh1: 'HEVC',
  av01: 'AV1',
  vp08: 'VP8',
  vp09: 'VP9',
  mp4v: 'MPEG-4',
  mjpg: 'Motion JPEG',
  apch: 'ProRes',
  apcn: 'ProRes',
  apcs: 'ProRes',
  apco: 'ProRes',
  ap4h: 'ProRes',
}

/** An hour of 4K60 with sound needs about 5 MB of index. */
const indexLimit = 16 * 1024 * 1024
const boxesLimit = 1000

/**
 * The video codec of an MP4 or MOV, from its index (moov), without reading the rest.
 * @returns null for other containers, unknown codecs, and files without an index
 */
export async function codecOf(file: Blob): Promise<string | null> {
  const index = await readIndex(file)
  if (!index) return null
  // Every track lists its samples in a 'stsd' box: version and flags, count, then the first entry's size and type.
  for (let at = 4; at + 20 <= index.length; at++) {
    if (index[at] !== 0x73 || textAt(index, at) !== 'stsd') continue
    const name = names[textAt(index, at + 16)]
    if (name) return name
  }
  return null
}

async function readIndex(file: Blob): Promise<Uint8Array | null> {
  let offset = 0
  for (let boxes = 0; boxes < boxesLimit && offset + 8 <= file.size; boxes++) {
    const head = new Uint8Array(await file.slice(offset, offset + 16).arrayBuffer())
    const view = new DataView(head.buffer)
    const short = view.getUint32(0)
    const size =
      short === 1 && head.length === 16 ? Number(view.getBigUint64(8)) : short || file.size - offset
    if (size < 8) return null
    if (textAt(head, 4) === 'moov')
      return size > indexLimit ? null : new Uint8Array(await file.slice(offset, offset + size).arrayBuffer())
    offset += size
  }
  return null
}

const textAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4))
