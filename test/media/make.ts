import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

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

/** A folder that is removed when the test ends. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** What ffprobe says of a file or playlist, for judging outputs. */
export async function ffprobe(target: string): Promise<{
  format: { duration: string }
  streams: {
    codec_type: string
    codec_name: string
    width?: number
    height?: number
    pix_fmt?: string
    nb_read_frames?: string
  }[]
}> {
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-allowed_extensions',
    'ALL',
    '-show_format',
    '-show_streams',
    '-of',
    'json',
    target,
  ])
  return JSON.parse(stdout)
}

/** Times in seconds of a stream's keyframes. */
export async function keyframes(target: string): Promise<number[]> {
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-allowed_extensions',
    'ALL',
    '-select_streams',
    'v:0',
    '-show_entries',
    'packet=pts_time,flags',
    '-of',
    'csv=p=0',
    target,
  ])
  return stdout
    .split('\n')
    .filter(line => line.includes('K'))
    .map(line => Number(line.split(',')[0]))
}
