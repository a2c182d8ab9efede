import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analysisResult } from '#contract/analysis.ts'
import { inWordsFor, standardWording } from '#server/core/sentences.ts'
import { conclude } from './analyze.ts'
import { findCuts, shotsOf } from './cuts/index.ts'
import { sampleInput, sampleSignals, sampleTelemetry } from './sample-ride.ts'
import { lookSize } from './signals/planes.ts'

/** A signal that jumps between levels, each held for some tenths of a second. */
const wild = (low: number, high: number) =>
  fc
    .array(fc.double({ min: low, max: high, noNaN: true }), { minLength: 1, maxLength: 40 })
    .map(levels => (time: number) => levels[Math.floor(time * 3) % levels.length]!)
const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const anyRide = fc.record({
  seconds: fc.double({ min: 0.2, max: 90, noNaN: true }),
  picture: fc.record(
    {
      luma: wild(16, 235),
      lumaSd: wild(0, 90),
      colorfulness: wild(0, 120),
      flow: wild(0, 1),
      spread: wild(0, 1),
      residual: wild(0, 1),
      histogramDistance: wild(0, 1),
    },
    { requiredKeys: [] },
  ),
  sound: fc.option(
    fc.record(
      { db: wild(-96, 0), voice: wild(0, 1), high: wild(0, 1), engine: wild(0, 1) },
      { requiredKeys: [] },
    ),
  ),
  g: sometimes(wild(0, 12)),
  turn: sometimes(wild(-9, 9)),
  speed: sometimes(wild(0, 60)),
  altitude: wild(-100, 4000),
  looks: fc.uint8Array({ minLength: 16, maxLength: 64 }),
})

/** Colors after a gray picture are no times as colorful as it. */
const grayThenColorful = {
  seconds: 24,
  picture: {
    colorfulness: (time: number) => (time < 14 ? 0 : 60),
    flow: (time: number) => (time < 14 ? 0.3 : 0.02),
  },
  sound: null,
  ...{ g: undefined, turn: undefined, speed: undefined },
  altitude: () => 500,
  looks: new Uint8Array(16),
}

describe('the conclusions', () => {
  it('hold for any ride, however wild', () => {
    fc.assert(
      fc.property(anyRide, ({ looks, ...given }) => {
        const ride = { ...given, altitude: given.altitude, sound: given.sound }
        const signals = sampleSignals(ride)
        signals.picture.looks = Uint8Array.from(
          { length: signals.picture.luma.length * lookSize },
          (_, i) => looks[i % looks.length]!,
        )
        const { seconds } = ride
        const telemetry = sampleTelemetry(ride)
        const result = conclude(sampleInput({ durationSeconds: seconds }), signals, telemetry)
        const answer = inWordsFor(result, standardWording)
        expect(answer).toMatchObject(analysisResult.parse(answer))

        const { highlights, scenes, compilations, thumbnails, curve, abstained } = result
        const shots = shotsOf(findCuts(signals, telemetry), seconds)
        for (const { start, end, evidence } of highlights) {
          expect(start).toBeLessThan(end)
          expect(end).toBeLessThanOrEqual(seconds + 0.01)
          expect(end - start).toBeLessThanOrEqual(12.01)
          expect(shots.some(shot => start >= shot.start - 0.01 && end <= shot.end + 0.01)).toBe(true)
          expect(evidence.length).toBeGreaterThan(0)
        }
        expect(abstained === null).toBe(highlights.length > 0)
        expect(scenes[0]!.timestamp).toBe(0)
        expect(scenes.at(-1)!.end).toBeCloseTo(seconds, 1)
        expect(curve.values.length).toBe(Math.max(1, Math.ceil(seconds * 4)))
        for (const { timestamp } of thumbnails) expect(timestamp).toBeLessThanOrEqual(seconds)
        for (const { clips } of compilations)
          for (const { highlight } of clips) expect(highlights[highlight]).toBeDefined()
        if (!telemetry) for (const { strength } of highlights) expect(strength).toBeLessThan(0.8)
      }),
      { numRuns: 60, examples: [[grayThenColorful]] },
    )
  })
})
