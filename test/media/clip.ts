import { execFile } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { cached } from '../harness/cache.ts'

const run = promisify(execFile)

export interface ClipOptions {
  seconds?: number
  size?: string
  fps?: number
  /** ffmpeg's video encoder and its settings */
  video?: string[]
  /** null: no audio track */
  audio?: string[] | null
  /** extra output arguments, e.g. -metadata:s:v rotate */
  extra?: string[]
}

function clipArgs(options: ClipOptions): string[] {
  const {
    seconds = 2,
    size = '320x180',
    fps = 30,
    video = ['libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
  } = options
  const audio = options.audio === undefined ? ['aac'] : options.audio
  return [
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
  ]
}

/**
 * A short clip with a moving picture and a tone, rendered once per machine.
 * @param name its extension determines the container
 * @returns its path; must not be changed
 */
export function clip(name: string, options: ClipOptions = {}): Promise<string> {
  const args = clipArgs(options)
  return cached(args, `clip${path.extname(name)}`, out => run('ffmpeg', [...args, out]))
}

/** Such a clip as the caller's own file. @returns its path */
export async function makeClip(file: string, options: ClipOptions = {}): Promise<string> {
  await copyFile(await clip(file, options), file)
  return file
}
