import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { clocksOf, inputOf } from '#server/analysis/analysis-input.ts'
import { analyzeVideo } from '#server/analysis/analyze.ts'
import { probeFile } from '#server/platform/media/probe.ts'
import { haversine } from '#telemetry/sidecar/positions.ts'
import { scratchFolder } from '../media/make.ts'

const run = promisify(execFile)

/** A still picture of 20 s, recorded at 16:00 by its own clock. */
async function clip(): Promise<string> {
  const file = path.join(await scratchFolder(), 'ride.mp4')
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=10']
  const made = ['-t', '20', '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
  const dated = ['-metadata', 'creation_time=2026-06-01T16:00:00Z']
  await run('ffmpeg', ['-v', 'error', ...source, ...made, ...dated, file])
  return file
}

/** The ride of a day: parked from 15:50 to 16:00, then 20 m/s north. */
async function wholeRide(): Promise<string> {
  const points = Array.from({ length: 700 }, (_, second) => {
    const time = new Date(Date.UTC(2026, 5, 1, 15, 50, second)).toISOString()
    const latitude = 38.7 + (20 * Math.max(0, second - 600)) / 111_195
    return `<trkpt lat="${latitude.toFixed(7)}" lon="-110.4"><time>${time}</time></trkpt>`
  })
  const file = path.join(await scratchFolder(), 'ride.gpx')
  await writeFile(file, `<gpx creator="Watch"><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`)
  return file
}

test('the part of a whole ride that was filmed is laid on the video, not its first minutes', async () => {
  const file = await clip()
  const probe = await probeFile(file, 'mp4')
  const clocks = clocksOf({ probe, file_name: 'ride.mp4' })
  const input = inputOf(file, probe, { clocks, sidecarPath: await wholeRide() })
  const ends: { latitude: number; longitude: number }[] = []
  await analyzeVideo(input, () => {}, { keep: kept => ends.push(...kept.ends) })
  const [from, to] = ends
  if (!from || !to) throw new Error('The ride has no ends')
  const meters = haversine(from.latitude, from.longitude, to.latitude, to.longitude)
  expect(Math.abs(meters - 400)).toBeLessThan(40)
  expect(haversine(38.7, -110.4, from.latitude, from.longitude)).toBeLessThan(40)
})
