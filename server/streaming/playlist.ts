/** One entry of a media playlist. */
export interface Segment {
  name: string
  seconds: number
}

/** Reads the media playlist written by ffmpeg: its segments so far and whether it is finished. */
export function parsePlaylist(text: string): { segments: Segment[]; ended: boolean } {
  const segments: Segment[] = []
  let seconds: number | null = null
  let ended = false
  for (const line of text.split('\n')) {
    if (line.startsWith('#EXTINF:')) seconds = Number.parseFloat(line.slice(8))
    else if (line.startsWith('#EXT-X-ENDLIST')) ended = true
    else if (line && !line.startsWith('#') && seconds !== null) {
      segments.push({ name: line.trim().split('/').at(-1) as string, seconds })
      seconds = null
    }
  }
  return { segments, ended }
}

/**
 * Writes a media playlist (RFC 8216). EVENT while it grows, so that players start at the beginning and never
 * jump to a live edge; VOD once it is complete.
 */
export function mediaPlaylist(segments: Segment[], initName: string, ended: boolean): string {
  const target = Math.max(1, ...segments.map(s => Math.ceil(s.seconds)))
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${target}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    `#EXT-X-PLAYLIST-TYPE:${ended ? 'VOD' : 'EVENT'}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MAP:URI="${initName}"`,
    ...segments.flatMap(s => [`#EXTINF:${s.seconds.toFixed(6)},`, s.name]),
    ...(ended ? ['#EXT-X-ENDLIST'] : []),
  ]
  return `${lines.join('\n')}\n`
}

export interface Variant {
  uri: string
  bandwidth: number
  width: number
  height: number
  fps: number
  codecs: string
}

/** Writes the multivariant playlist, largest first. */
export function masterPlaylist(variants: Variant[]): string {
  const lines = [...variants]
    .sort((a, b) => b.height * b.width - a.height * a.width)
    .flatMap(v => [
      `#EXT-X-STREAM-INF:BANDWIDTH=${v.bandwidth},RESOLUTION=${v.width}x${v.height},FRAME-RATE=${v.fps.toFixed(3)},CODECS="${v.codecs}"`,
      v.uri,
    ])
  return `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n${lines.join('\n')}\n`
}

/**
 * The RFC 6381 codecs string of an fMP4 init segment, from its avcC box (ISO/IEC 14496-15: profile,
 * compatibility, level follow the configuration version) and whether it has an audio track.
 * @throws when it contains no H.264
 */
export function codecsOf(init: Uint8Array): string {
  const buffer = Buffer.from(init.buffer, init.byteOffset, init.byteLength)
  const at = buffer.indexOf('avcC')
  if (at < 0 || at + 8 > buffer.length) throw new Error('No H.264 configuration in the init segment')
  const avc = `avc1.${buffer.subarray(at + 5, at + 8).toString('hex')}`
  return buffer.includes('mp4a') ? `${avc},mp4a.40.2` : avc
}
