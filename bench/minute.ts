import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

/** A minute of a simulated ride in 1080p30 at about 1 Mb/s, with sound. @returns its path in the folder */
export async function makeMinute(folder: string): Promise<string> {
  // Imported here so that a measured process contains only what it measures.
  const { renderRide } = await import('#lab/ride/render.ts')
  const ride = path.join(folder, 'ride.mp4')
  const minute = path.join(folder, 'minute.mp4')
  await renderRide({
    seed: 7,
    kind: 'ride',
    durationSeconds: 30,
    width: 1280,
    height: 720,
    telemetry: false,
    out: ride,
  })
  const rate = ['-b:v', '1M', '-maxrate', '1.2M', '-bufsize', '2M']
  await promisify(execFile)('ffmpeg', [
    ...['-v', 'error', '-stream_loop', '1', '-i', ride, '-vf', 'scale=1920:1080,fps=30,format=yuv420p'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', ...rate, '-c:a', 'aac', minute],
  ])
  return minute
}
