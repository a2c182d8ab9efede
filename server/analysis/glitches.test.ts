import fc from 'fast-check'
import { expect, test } from 'vitest'
import { streamsWeWrote } from '#server/platform/media/streams.ts'
import { plausible } from '#telemetry/plausible.ts'
import type { Telemetry } from '#telemetry/types.ts'
import { conclude } from './analyze.ts'
import { jumpCourse, sampleSignals, sampleTelemetry } from './sample-ride.ts'
import type { AnalysisInput } from './types.ts'

const seconds = 60
const ride = {
  seconds,
  g: jumpCourse(20, 0.7, 4),
  turn: (t: number) => (t > 40 && t < 43 ? 0.7 : 0.02 * Math.sin(t)),
  speed: (t: number) => 12 + 4 * Math.sin(t / 6),
  altitude: (t: number) => 500 + 10 * Math.sin(t / 20),
}
const signals = sampleSignals(ride)
const telemetry = sampleTelemetry(ride) as Telemetry
const input: AnalysisInput = {
  path: 'ride.mp4',
  ...{ durationSeconds: seconds, width: 1920, height: 1080, fps: 60, streams: streamsWeWrote(true) },
  ...{ hasBFrames: false, codec: 'h264', sizeBytes: 60e6, title: 'A ride' },
}
const judge = (given: Telemetry) => {
  const { viralPotential, highlights } = conclude(input, signals, plausible(given))
  return { score: viralPotential.score, moments: highlights.map(({ evidence }) => evidence[0]?.type).sort() }
}
const usual = judge(telemetry)

/** Any one number of the telemetry, changed to anything. */
const glitch = fc.record({
  stream: fc.constantFrom(...telemetry.series.keys()),
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  value: fc.oneof(
    fc.double({ min: -400, max: 400, noNaN: true }),
    fc.constantFrom(0, 1e9, -1e9, Number.NaN, Number.POSITIVE_INFINITY),
  ),
})

test('one number changed to anything makes no highlight and moves the viral score by 0.02 at most', () => {
  expect(usual.moments.length).toBeGreaterThan(1)
  fc.assert(
    fc.property(glitch, ({ stream, at, value }) => {
      const series = telemetry.series.get(stream)!
      const values = series.values.slice()
      values[Math.floor(at * values.length)] = value
      const glitched = judge({
        ...telemetry,
        series: new Map(telemetry.series).set(stream, { ...series, values }),
      })
      expect(Math.abs(glitched.score - usual.score)).toBeLessThanOrEqual(0.02)
      expect(glitched.moments).toEqual(usual.moments)
    }),
    { numRuns: Number(process.env.GLITCHES ?? 60) },
  )
})
