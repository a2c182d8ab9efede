import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The renditions of 1080p30, as anyone would ask one ffmpeg for them. */
const fullHd = [
  { size: '1920:1080', rate: 6_000_000, sound: '160k' },
  { size: '1280:720', rate: 3_200_000, sound: '128k' },
  { size: '854:480', rate: 1_500_000, sound: '128k' },
  { size: '426:240', rate: 500_000, sound: '96k' },
]

/**
 * The ladder by one ffmpeg, at the product's priority.
 * @param within a command line that it is run by
 */
export async function bareLadder(
  file: string,
  folder: string,
  { within = [], renditions = fullHd }: { within?: readonly string[]; renditions?: typeof fullHd } = {},
): Promise<void> {
  const filters = renditions.map(({ size }, i) => {
    const next = i === renditions.length - 1 ? `[v${i}]` : `,split=2[v${i}][n${i}]`
    return `${i === 0 ? '[0:v]fps=30' : `[n${i - 1}]`},scale=${size}:flags=bicubic,format=yuv420p${next}`.replace(
      '],',
      ']',
    )
  })
  const outputs = renditions.flatMap(({ rate, sound }, i) => [
    ...['-map', `[v${i}]`, '-map', '0:a?', '-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high'],
    ...[
      '-crf',
      '22',
      '-maxrate',
      String(rate),
      '-bufsize',
      String(2 * rate),
      '-g',
      '120',
      '-sc_threshold',
      '0',
    ],
    ...['-c:a', 'aac', '-b:a', sound, '-ac', '2', '-ar', '48000'],
    ...['-f', 'hls', '-hls_time', '4', '-hls_playlist_type', 'event', '-hls_segment_type', 'fmp4'],
    ...['-hls_segment_filename', path.join(folder, `${i}`, 's%05d.m4s')],
    path.join(folder, `${i}`, 'playlist.m3u8'),
  ])
  for (const i of renditions.keys()) await mkdir(path.join(folder, `${i}`), { recursive: true })
  const graph = ['-filter_complex', filters.join(';')]
  // The ladder yields to what people wait for.
  const [program = 'nice', ...args] = [
    ...within,
    'nice',
    '-n',
    '10',
    'ffmpeg',
    '-nostdin',
    '-v',
    'error',
    '-i',
    file,
  ]
  await run(program, [...args, ...graph, ...outputs])
}
