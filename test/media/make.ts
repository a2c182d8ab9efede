import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

const run = promisify(execFile)

export { type ClipOptions, makeClip } from './clip.ts'

/** A folder that is removed when the test ends. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** ffprobe's result for a file or playlist, for checking outputs. */
export async function ffprobe(target: string): Promise<{
  format: { duration: string }
  streams: {
    codec_type: string
    codec_name: string
    width?: number
    height?: number
    pix_fmt?: string
    field_order?: string
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

/** A stream's keyframe times in seconds. */
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
