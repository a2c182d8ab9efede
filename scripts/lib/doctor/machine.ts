import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Finding, of } from './findings.ts'

const disk = of('Disk')
const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
/** Uploads are refused below `minFreeDisk`; with less than this many times as much, it's time to act. */
const early = 5
/** The share of a file system's files that may still be made. */
const leastFiles = 0.05

/** The folder, or the nearest one above that exists: a first start makes it. */
function existing(folder: string): string {
  return existsSync(folder) ? folder : existing(path.dirname(folder))
}

async function roomIn(what: string, folder: string, least: number, remedy: string): Promise<Finding> {
  const { bavail, bsize, ffree, files } = await statfs(existing(folder))
  const free = bavail * bsize
  const room = `${gigabytes(free)} free in ${folder}`
  if (free < least) return disk(what, 'failed', `${room}, and ${gigabytes(least)} are needed: ${remedy}`)
  if (free < early * least) return disk(what, 'warning', `${room}: ${remedy} soon`)
  // Some file systems have no limit, and say 0.
  if (files > 0 && ffree / files < leastFiles)
    return disk(what, 'warning', `${folder} has room for only ${ffree} more files: ${remedy} soon`)
  return disk(what, 'ok', room)
}

/** Whether there is room for uploads, and for the copies that ffmpeg works on. */
export const checkDisk = async (given: {
  dataDir: string
  minFreeDisk: number
  maxUploadBytes: number
}): Promise<Finding[]> => [
  await roomIn('DATA_DIR', given.dataDir, given.minFreeDisk, 'free some space, or move files to a bucket'),
  await roomIn(
    'Temporary files',
    os.tmpdir(),
    given.maxUploadBytes,
    'free some space, or set TMPDIR to another disk',
  ),
]
