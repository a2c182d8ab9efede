import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inputOf } from '#lab/evaluate/index.ts'
import { buildPayloads } from '#lab/ride/gpmf.ts'
import { appendTelemetry } from '#lab/ride/mux.ts'
import { accelerometer, gps5, gyroscope } from '#lab/ride/sensors.ts'
import { inWordsFor, standardWording } from '#server/core/sentences.ts'
import type { Telemetry } from '#telemetry/types.ts'
import { analyzeVideo, conclude } from './analyze.ts'
import { shownTo, showsEverything } from './private-places/shown.ts'
import { jumpCourse, type SampleRide, sampleInput, sampleSignals, sampleTelemetry } from './sample-ride.ts'

const run = promisify(execFile)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-pace-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const seconds = 30

/** A gentle ride to the north, 6 m/s faster or slower within half a minute, as a camera films it at a pace. */
async function filmed(pace: number) {
  const file = path.join(folder, `${pace}.mp4`)
  await run('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=size=160x90:rate=15:duration=${seconds}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', file],
  ])
  const rows = (hz: number, row: (time: number, ridden: number) => number[]) => {
    const times = Array.from({ length: hz * seconds }, (_, i) => i / hz)
    return { times, values: times.flatMap(time => row(time, time * pace)) }
  }
  const swing = (2 * Math.PI) / 60
  const fixes = rows(1, (_, ridden) => {
    const speed = 9 + 6 * Math.sin(swing * ridden)
    const meters = 9 * ridden + (6 / swing) * (1 - Math.cos(swing * ridden))
    return [45 + meters / 111_195, 7, 500, speed, speed]
  })
  const utc = (payload: number) =>
    new Date(Date.UTC(2026, 4, 16, 9, 30) + payload * pace * 1000).toISOString().replace(/^20|[-:TZ]/g, '')
  // One averaged value per frame looks like flights and landings.
  const force = jumpCourse(12, 0.7, 4)
  const streams = [
    accelerometer(rows(30, time => [pace === 1 ? 9.8 : 9.8 * force(time), 0, 0])),
    gyroscope(rows(30, time => [pace === 1 ? 0 : 2 * Math.sin(time), 0, 0])),
    gps5(fixes, payload => ({ fix: 3, precision: 150, utc: utc(payload) })),
  ]
  await appendTelemetry(file, { ...buildPayloads({ name: 'Camera' }, streams, seconds), hiLights: [] })
  const { result, kept } = await analyzeVideo(await inputOf(file), () => {})
  const { ride } = shownTo('owner', { runId: '', result, ride: kept.ride }, showsEverything)
  return { result, measures: ride?.series.map(({ measure }) => measure), track: ride?.track.flat() }
}

test('a gentle ride as a time lapse has speeds and a map, but no forces, and scores no higher', async () => {
  const real = await filmed(1)
  expect(real.result.telemetry?.pace).toBeUndefined()
  expect(real.measures).toEqual(['speed', 'g', 'height', 'turn'])
  const fast = await filmed(10)
  expect(fast.result.telemetry?.pace).toBe(10)
  expect(fast.measures).toEqual(['speed', 'height'])
  expect(fast.track?.length).toBeGreaterThan(20)
  const measured = fast.result.highlights.flatMap(({ evidence }) => evidence)
  expect(
    measured.filter(({ type, source }) => source === 'imu' || (source === 'gps' && type !== 'speed')),
  ).toEqual([])
  expect(fast.result.viralPotential.score).toBeLessThanOrEqual(real.result.viralPotential.score)
  expect(JSON.stringify(inWordsFor(fast.result, standardWording))).not.toMatch(/\d g\b/)
})

/** A ride as a video shows it at a pace. */
function shownAt(pace: number) {
  const speed = (t: number) => (t < 40 ? 14 : Math.max(5, 14 - 7 * (t - 40)))
  const courses = {
    g: jumpCourse(20, 0.7, 4),
    turn: (t: number) => (t > 30 && t < 32 ? 0.8 : 0),
    speed,
  }
  const ride: SampleRide = { seconds: 60, ...courses }
  const shown: SampleRide = {
    seconds: 60 / pace,
    picture: { flow: 0.08 * pace, spread: 0.06 * pace, divergence: 0.2 * pace },
  }
  const real = sampleTelemetry(ride) as Telemetry
  const telemetry: Telemetry = {
    ...real,
    series: new Map(
      [...real.series].map(([name, one]) => [name, { ...one, times: one.times.map(t => t / pace) }]),
    ),
    ...(pace === 1 ? {} : { pace }),
  }
  const result = conclude(sampleInput({ durationSeconds: shown.seconds }), sampleSignals(shown), telemetry)
  const highlights = inWordsFor(result.highlights, standardWording)
  return { result, evidence: highlights.flatMap(({ evidence }) => evidence) }
}

test.each([0.25, 0.5])(
  'slow motion at %d measures what the ride did, at the times that the video shows',
  pace => {
    const real = shownAt(1)
    const slow = shownAt(pace)
    for (const type of ['jump', 'hard_landing', 'hard_braking', 'sharp_turn'] as const) {
      const [was, is] = [real, slow].map(({ evidence }) => evidence.find(one => one.type === type))
      expect(was, type).toBeDefined()
      expect(is?.value, type).toBeCloseTo(was!.value, 1)
      expect(is?.text, type).toBe(was!.text)
      expect(is!.start * pace, type).toBeCloseTo(was!.start, 1)
      expect(is!.end * pace, type).toBeCloseTo(was!.end, 1)
    }
    expect(slow.result.telemetry?.pace).toBe(pace)
    for (const { start, end } of slow.result.highlights) expect(end - start).toBeLessThanOrEqual(20)
  },
)
