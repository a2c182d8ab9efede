import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { cached, hashOfSources } from '../harness/cache.ts'
import { ride } from './ride.ts'

/**
 * The simulated ride of 20 seconds with its telemetry; blue until its second jump, and silent from there. @returns
 * its path; must not be changed
 */
export async function tintedRide(): Promise<string> {
  const from = await ride({ telemetry: true })
  return cached(['tinted', 1, hashOfSources(['lab/ride'])], 'tinted.mp4', async out => {
    await promisify(execFile)('ffmpeg', [
      ...['-v', 'error', '-y', '-i', from, '-map', '0', '-c', 'copy', '-copy_unknown'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-vf', "lutyuv=u=210:v=90:enable='lt(t,9)'"],
      ...['-c:a', 'aac', '-af', "volume=0:enable='gte(t,9)'", '-f', 'mp4', out],
    ])
  })
}
