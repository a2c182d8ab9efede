import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { muxTelemetry } from '#lab/ride/mux.ts'
import { sampleTelemetry } from '#lab/ride/sample-telemetry.ts'
import { makeClip, scratchFolder } from './make.ts'

const run = promisify(execFile)

/** Planted in an original; must appear in nothing that others receive. All start with the same letters. */
export const planted = {
  location: '+35.4719-117.6203/',
  artist: 'Zqartist',
  comment: 'Zqcomment',
  make: 'Zqmake',
  model: 'Zqmodel',
  serial: 'ZqserialC3441324',
  handler: 'Zqhandler',
  encoder: 'Zqencoder',
  chapter: 'Zqchapter',
  user: 'Zqnalunit',
} as const

/** Texts that mark a telemetry payload or camera box, whatever its values. */
export const telemetryMarks = ['gpmd', 'DEVC', 'GPS5', 'GPMF', 'STRM', '\u00a9xyz', 'HMMT'] as const

/**
 * A video as cameras and editors write it: location, artist, comment, make, model, serial, chapters, handler
 * names, encoder text, a note inside the H.264 stream, and a GPMF track with GPS.
 * @param options.form how the tags are stored: Apple's keys, or separate boxes such as ©xyz
 * @returns its path
 */
export async function taggedOriginal(
  options: { seconds?: number; size?: string; form?: 'keys' | 'boxes' } = {},
): Promise<string> {
  const { seconds = 6, size = '320x180', form = 'keys' } = options
  const folder = await scratchFolder()
  const plain = await makeClip(path.join(folder, 'plain.mp4'), {
    seconds,
    size,
    audio: ['aac', '-flags:a', '+bitexact'],
  })
  const notes = path.join(folder, 'notes.txt')
  await writeFile(
    notes,
    `;FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=2000\ntitle=${planted.chapter}\n`,
  )
  const tags = {
    location: planted.location,
    'com.apple.quicktime.location.ISO6709': planted.location,
    artist: planted.artist,
    comment: planted.comment,
    make: planted.make,
    model: planted.model,
    'com.apple.quicktime.make': planted.make,
    'com.apple.quicktime.model': planted.model,
    'camera-serial': planted.serial,
    creation_time: '2026-05-17T10:11:12Z',
    timecode: '10:11:12:00',
  }
  const uuid = '0f1e2d3c4b5a69788796a5b4c3d2e1f0'
  const write = async (extra: string[], out: string) =>
    run('ffmpeg', [
      ...['-v', 'error', '-i', plain, '-f', 'ffmetadata', '-i', notes],
      ...['-map', '0:v', '-map', '0:a', '-map_chapters', '1', '-c', 'copy'],
      ...['-bsf:v', `h264_metadata=sei_user_data=${uuid}+${planted.user}`],
      ...Object.entries(tags).flatMap(([key, value]) => ['-metadata', `${key}=${value}`]),
      ...[
        '-metadata:s:v',
        `handler_name=${planted.handler}`,
        '-metadata:s:a',
        `handler_name=${planted.handler}`,
      ],
      ...['-metadata:s:v', `encoder=${planted.encoder}`, ...extra, out],
    ])
  const out = path.join(folder, 'ride.mp4')
  const bare = path.join(folder, 'tagged.mp4')
  await write(form === 'keys' ? ['-movflags', 'use_metadata_tags'] : ['-f', 'mov'], bare)
  await muxTelemetry(bare, out, { ...sampleTelemetry(seconds), hiLights: [1] })
  return out
}

/** Which planted texts and telemetry marks these bytes contain. */
export function traces(bytes: Uint8Array): string[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return [...Object.values(planted), ...telemetryMarks].filter(text => buffer.includes(text, 0, 'latin1'))
}

/** The tags, chapters and streams that ffprobe finds in a file. */
export async function tagsOf(file: string): Promise<{ tags: string[]; chapters: number; kinds: string[] }> {
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-show_format', '-show_streams', '-show_chapters', '-of', 'json', file],
  ])
  const probe = JSON.parse(stdout) as {
    format: { tags?: Record<string, string> }
    streams: { codec_type: string; tags?: Record<string, string> }[]
    chapters: unknown[]
  }
  const tags = [probe.format, ...probe.streams].flatMap(part =>
    Object.entries((part as { tags?: Record<string, string> }).tags ?? {}).map(
      ([key, value]) => `${key}=${value}`,
    ),
  )
  return { tags, chapters: probe.chapters.length, kinds: probe.streams.map(s => s.codec_type) }
}
