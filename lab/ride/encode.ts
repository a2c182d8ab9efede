import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Compression } from './world/world.ts'

export interface Encoding {
  /** frame size as written */
  frameWidth: number
  frameHeight: number
  /** video size as encoded */
  width: number
  height: number
  fps: number
  compression: Compression
  /** audio bit rate, kbit/s */
  soundKbps: number
  /** raw 16-bit mono, 48 kHz */
  soundPath: string
  out: string
}

/** ffmpeg arguments: raw frames on stdin plus an audio file become H.264 and AAC in an MP4. */
export function encodeArguments(e: Encoding): string[] {
  return [
    ...['-v', 'error', '-nostdin', '-y', '-protocol_whitelist', 'file,pipe'],
    ...[
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      '-video_size',
      `${e.frameWidth}x${e.frameHeight}`,
      '-framerate',
      `${e.fps}`,
      '-i',
      'pipe:0',
    ],
    ...['-f', 's16le', '-ar', '48000', '-ac', '1', '-i', `file:${e.soundPath}`],
    ...['-map', '0:v:0', '-map', '1:a:0'],
    ...['-vf', `format=yuv420p,scale=${e.width}:${e.height}:flags=bicubic`],
    ...[
      '-c:v',
      'libx264',
      '-preset',
      e.compression.preset,
      '-x264-params',
      'cabac=1:no-deblock=0:aq-mode=1',
      '-crf',
      `${e.compression.crf}`,
      '-g',
      `${Math.max(1, Math.round(e.fps * e.compression.gopSeconds))}`,
      '-pix_fmt',
      'yuv420p',
    ],
    ...['-c:a', 'aac', '-b:a', `${e.soundKbps}k`, '-f', 'mp4', `file:${e.out}`],
  ]
}

/**
 * Encodes frames as they are painted, with backpressure from ffmpeg.
 * @param frames may yield the same buffer repeatedly; it is copied before the next frame is requested
 * @throws Error with the end of ffmpeg's log when it fails
 */
export async function encode(
  encoding: Encoding,
  frames: Iterable<Uint8Array | Uint8ClampedArray> | AsyncIterable<Uint8Array | Uint8ClampedArray>,
): Promise<void> {
  const child = spawn('ffmpeg', encodeArguments(encoding), { stdio: ['pipe', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-4000)
  })
  const closed = once(child, 'close') as Promise<[number | null]>
  // When ffmpeg exits first, writing fails with EPIPE; its log, read below, has the reason.
  const broken = new Promise<void>(resolve => child.stdin.once('error', () => resolve()))
  for await (const frame of frames) {
    if (!child.stdin.writable) break
    if (!child.stdin.write(new Uint8Array(frame)))
      await Promise.race([once(child.stdin, 'drain'), broken, closed])
  }
  child.stdin.end()
  const [code] = await closed
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}: ${log.trim()}`)
}
