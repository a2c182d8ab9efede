import { open } from 'node:fs/promises'

/** The accepted containers, each with the only ffmpeg demuxer that may open it. */
export interface Container {
  demuxer: 'mov' | 'matroska' | 'avi' | 'asf' | 'flv' | 'mpegts'
  contentType: string
  extension: string
}

const containers = {
  mp4: { demuxer: 'mov', contentType: 'video/mp4', extension: 'mp4' },
  mov: { demuxer: 'mov', contentType: 'video/quicktime', extension: 'mov' },
  mkv: { demuxer: 'matroska', contentType: 'video/x-matroska', extension: 'mkv' },
  webm: { demuxer: 'matroska', contentType: 'video/webm', extension: 'webm' },
  avi: { demuxer: 'avi', contentType: 'video/x-msvideo', extension: 'avi' },
  wmv: { demuxer: 'asf', contentType: 'video/x-ms-wmv', extension: 'wmv' },
  flv: { demuxer: 'flv', contentType: 'video/x-flv', extension: 'flv' },
  mts: { demuxer: 'mpegts', contentType: 'video/mp2t', extension: 'mts' },
} as const satisfies Record<string, Container>

/** How many leading bytes detectContainer needs. */
export const headBytes = 400

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to))
const startsWith = (bytes: Uint8Array, signature: number[]) => signature.every((byte, i) => bytes[i] === byte)

// First boxes written by real cameras and editors; old QuickTime files have no 'ftyp'.
const quickTimeBoxes = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])

/**
 * Whether three packets of a transport stream follow each other, of 188 bytes (ISO/IEC 13818-1) or, as camcorders
 * write them (M2TS), with a time of 4 bytes before each.
 */
const isTransportStream = (head: Uint8Array) =>
  [
    [0, 188],
    [4, 192],
  ].some(([at, size]) => [0, 1, 2].every(n => head[(at as number) + n * (size as number)] === 0x47))

/**
 * Detects the container from its first bytes, never from its name or declared type; null for anything not
 * accepted. Text playlists and subtitles have no signature here, so ffmpeg never interprets them.
 */
export function detectContainer(head: Uint8Array): Container | null {
  const box = ascii(head, 4, 8)
  if (box === 'ftyp') return ascii(head, 8, 10) === 'qt' ? containers.mov : containers.mp4
  if (quickTimeBoxes.has(box)) return containers.mov
  if (startsWith(head, [0x1a, 0x45, 0xdf, 0xa3]))
    return ascii(head, 0, 64).includes('webm') ? containers.webm : containers.mkv
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'AVI ') return containers.avi
  if (startsWith(head, [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11])) return containers.wmv
  if (ascii(head, 0, 3) === 'FLV') return containers.flv
  if (isTransportStream(head)) return containers.mts
  return null
}

/** Detects the container of a local file; null for anything not accepted. */
export async function containerOf(file: string): Promise<Container | null> {
  const handle = await open(file)
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return detectContainer(buffer.subarray(0, bytesRead))
  } finally {
    await handle.close()
  }
}

const boxLimit = 10_000

/** Boxes at the top level of a file (ISO/IEC 14496-12, QuickTime, CMAF). */
const topBoxes = new Set([
  ...['ftyp', 'styp', 'pdin', 'moov', 'moof', 'mdat', 'mfra', 'free', 'skip', 'wide', 'pnot', 'PICT'],
  ...['sidx', 'ssix', 'prft', 'emsg', 'meta', 'meco', 'uuid', 'udta', 'imda'],
])

/** Where the boxes of a file end, compared with the file. Bytes. */
export interface MovEnd {
  /** how many more than the file has its last box declares: that many are missing */
  missing: number
  /** how many there are behind the last box: a trailer of the camera, or padding */
  trailing: number
}

/**
 * Follows the top-level boxes of an MP4 or QuickTime file to their end. (ISO/IEC 14496-12, 4.2: size 1 means a
 * 64-bit size follows, 0 that the box extends to the end.) Only a box of a known type can declare more than
 * there is: any other bytes are not a box, whatever size they spell.
 */
export async function movEnd(file: string): Promise<MovEnd> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const head = Buffer.alloc(16)
    let at = 0
    for (let count = 0; count < boxLimit; count++) {
      const { bytesRead } = await handle.read(head, 0, 16, at)
      if (bytesRead < 8) break
      const short = head.readUInt32BE(0)
      const isKnown = topBoxes.has(ascii(head, 4, 8))
      if (short === 0 && isKnown) return { missing: 0, trailing: 0 }
      const length = short !== 1 ? short : bytesRead < 16 ? 0 : Number(head.readBigUInt64BE(8))
      if (length < (short === 1 ? 16 : 8)) break
      const missing = at + length - size
      if (missing > 0) return isKnown ? { missing, trailing: 0 } : { missing: 0, trailing: size - at }
      at += length
    }
    return { missing: 0, trailing: size - at }
  } finally {
    await handle.close()
  }
}

/** Whether a file of ours ends exactly where its boxes do: a full disk cuts it anywhere, also inside a header. */
export async function isWholeMov(file: string): Promise<boolean> {
  const { missing, trailing } = await movEnd(file)
  return missing === 0 && trailing === 0
}
