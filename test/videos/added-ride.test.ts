import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { AddedRideAnswer, AiHighlightsAnswer } from '#contract/analysis.ts'
import { api } from '#contract/paths.ts'
import type { RideDataAnswer } from '#contract/ride-data.ts'
import type { aiStatusAnswer } from '#contract/videos.ts'
import { clocksOf, inputOf } from '#server/analysis/analysis-input.ts'
import { analyzeVideo } from '#server/analysis/analyze.ts'
import { probeFile } from '#server/core/media/probe.ts'
import { haversine } from '#telemetry/sidecar/positions.ts'
import { ask } from '#test/harness/review.ts'
import { startTestServer } from '../harness/server.ts'
import { scratchFolder } from '../media/make.ts'
import { motionRide, motionRideAt, watchOf } from '../media/ride.ts'

const run = promisify(execFile)

/** A still picture of 20 s, recorded at 16:00 as its file says. */
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
  const { kept } = await analyzeVideo(input, () => {})
  const [from, to] = kept.ends
  if (!from || !to) throw new Error('The ride has no ends')
  const meters = haversine(from.latitude, from.longitude, to.latitude, to.longitude)
  expect(Math.abs(meters - 400)).toBeLessThan(40)
  expect(haversine(38.7, -110.4, from.latitude, from.longitude)).toBeLessThan(40)
})

test('a watch joins a camera without a receiver, where its rider lays it, until it is found again', async () => {
  const server = await startTestServer()
  const [rider, stranger] = [
    await server.person('sam.test@trailcut.example'),
    await server.person('lee.test@trailcut.example'),
  ]
  const { video, uploadUrl, size } = await rider.requestUpload(await motionRide())
  await rider.sendFile(await motionRide(), uploadUrl, size)
  await rider.untilAnalyzed(video.id)
  const telemetryNow = async () => {
    await rider.untilAnalyzed(video.id)
    return (await rider.json<AiHighlightsAnswer>(api.aiHighlights(video.id))).telemetry
  }
  const alone = await telemetryNow()
  expect(alone?.streams.map(({ fourcc }) => fourcc)).toContain('ACCL')
  expect(alone?.streams.map(({ fourcc }) => fourcc)).not.toContain('GPS5')
  expect((await rider.call(api.addedRide(video.id))).status).toBe(404)

  const send = (gpx: string, query = '') =>
    rider.call(`${api.addTelemetry(video.id)}${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: gpx,
    })
  const refused = await send(await watchOf(motionRideAt - 3 * 86_400_000, 60))
  expect(refused.status).toBe(409)
  expect(((await refused.json()) as { message: string }).message).toBe(
    "This ride began at 2026-05-29 16:00 UTC, but the camera's clock says that the video is from 2026-06-01 16:00.",
  )

  // The camera shows the time of Utah as if it were UTC.
  const began = motionRideAt + 6 * 3_600_000 - 60_000
  expect((await send(await watchOf(began, 60))).status).toBe(200)
  const both = await telemetryNow()
  expect(both?.streams.map(({ fourcc }) => fourcc)).toEqual(expect.arrayContaining(['ACCL', 'GYRO', 'GPS5']))
  expect(both?.added).toMatchObject({ format: 'gpx', device: 'Watch', streams: ['GPS5'] })
  expect(both?.added?.begins).toBe(new Date(began).toISOString())
  expect(Math.abs((both?.added?.offset ?? 0) - 60)).toBeLessThan(1)

  const place = (offset: number | null, by = rider) => ask(by, 'PUT', api.placeRide(video.id), { offset })
  expect((await place(10, stranger)).status).toBe(404)
  expect((await stranger.call(api.addedRide(video.id))).status).toBe(404)
  expect((await place(1e9)).status).toBe(422)
  // Laid elsewhere while the analysis runs: another one follows.
  expect((await place(10)).status).toBe(200)
  await expect
    .poll(
      async () =>
        (await rider.json<z.infer<typeof aiStatusAnswer>>(api.aiStatus(video.id))).aiProcessingStatus,
      { timeout: 60_000 },
    )
    .toBe('processing')
  // Ten seconds before the start, so it stands for ten more.
  expect((await place(50)).status).toBe(200)
  expect((await telemetryNow())?.added).toMatchObject({ offset: 50, method: 'rider' })
  const { series } = await rider.json<RideDataAnswer>(api.rideData(video.id))
  const speeds = series.find(({ measure }) => measure === 'speed')?.stretches.flat() ?? []
  expect(Math.max(...speeds.filter(([second]) => second < 9).map(([, speed]) => speed))).toBeLessThan(1)
  expect(Math.max(...speeds.filter(([second]) => second > 12).map(([, speed]) => speed))).toBeGreaterThan(3)
  const stored = await rider.json<AddedRideAnswer>(api.addedRide(video.id))
  expect(stored).toMatchObject({ chosen: 50, stepSeconds: 1, seconds: 79 })
  expect(stored.speeds).toHaveLength(80)

  expect((await place(null)).status).toBe(200)
  expect((await telemetryNow())?.added?.method).not.toBe('rider')
  expect((await send(await watchOf(motionRideAt - 3 * 86_400_000, 60), '?otherDay=true')).status).toBe(200)
})
