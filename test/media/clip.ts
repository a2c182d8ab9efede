import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface ClipOptions {
  seconds?: number
  size?: string
  fps?: number
  /** ffmpeg's video encoder and its settings */
  video?: string[]
  /** null: no sound track */
  audio?: string[] | null
  /** extra output arguments, e.g. -metadata:s:v rotate */
  extra?: string[]
}

/** Renders a short clip with a moving picture and a tone. @returns its path */
export async function makeClip(file: string, options: ClipOptions = {}): Promise<string> {
  const {
    seconds = 2,
    size = '320x180',
    fps = 30,
    video = ['libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
  } = options
  const audio = options.audio === undefined ? ['aac'] : options.audio
  await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-f',
    'lavfi',
    '-i',
    `testsrc2=size=${size}:rate=${fps}:duration=${seconds}`,
    ...(audio ? ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`] : []),
    '-map',
    '0:v',
    ...(audio ? ['-map', '1:a'] : []),
    '-c:v',
    ...video,
    '-g',
    String(fps),
    ...(audio ? ['-c:a', ...audio] : []),
    ...(options.extra ?? []),
    file,
  ])
  return file
}
