/** The containers that are taken, each with the only ffmpeg demuxer that may open it. */
export interface Container {
  demuxer: 'mov' | 'matroska' | 'avi' | 'asf' | 'flv'
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
} as const satisfies Record<string, Container>

/** How many bytes of the start detectContainer needs to be sure. */
export const headBytes = 64

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
const startsWith = (bytes: Uint8Array, signature: number[]) => signature.every((byte, i) => bytes[i] === byte)

// First boxes that real cameras and editors write; 'ftyp' is missing in old QuickTime files.
const quickTimeBoxes = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])

/**
 * Names the container by its first bytes, never by name or declared type; null for anything not taken.
 * Text playlists and subtitles have no signature here, so ffmpeg never gets to interpret them.
 */
export function detectContainer(head: Uint8Array): Container | null {
  const box = ascii(head, 4, 8)
  if (box === 'ftyp') return ascii(head, 8, 10) === 'qt' ? containers.mov : containers.mp4
  if (quickTimeBoxes.has(box)) return containers.mov
  if (startsWith(head, [0x1a, 0x45, 0xdf, 0xa3])) return ascii(head, 0, headBytes).includes('webm') ? containers.webm : containers.mkv
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'AVI ') return containers.avi
  if (startsWith(head, [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11])) return containers.wmv
  if (ascii(head, 0, 3) === 'FLV') return containers.flv
  return null
}
