import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Highlight } from '../types.ts'
import { scoreOf, shownCurve } from './excitement.ts'
import { type CalibrationSample, fitCalibration } from './fit.ts'
import { calibrate, calibrationModel, standardModel } from './model.ts'
import { expectedCalibrationError } from './reliability.ts'

const kinds = ['jump', 'speed', 'scenic']
const options = { version: 'test-1', fittedOn: 'made-up finds' }

/** Trusts the model it starts from. */
const narrow = { pooled: { offset: 0.3, slope: 1 }, kind: { offset: 0.3, slope: 1 } }

const anySample = fc.record({
  kind: fc.constantFrom(...kinds),
  source: fc.constantFrom('telemetry' as const, 'picture' as const),
  score: fc.double({ min: 0, max: 1, noNaN: true }),
  right: fc.boolean(),
})
const anySamples = fc.array(anySample, { maxLength: 60 })
const anyRaw = fc.double({ min: 0, max: 1, noNaN: true })
const shownRaw = fc.double({ min: 0.45, max: 1, noNaN: true })

/** Finds of one kind, with the given share right at every raw score. */
const sampled = (kind: string, count: number, rightShare: (score: number) => number) =>
  Array.from({ length: count }, (_, i): CalibrationSample => {
    const score = 0.45 + (0.5 * i) / count
    // The fractional parts of multiples of the golden ratio are evenly distributed.
    return { kind, source: 'telemetry', score, right: (i * 0.61803398875) % 1 < rightShare(score) }
  })

describe('a calibrated score', () => {
  it('rises with the raw score and stays within 0 to 1 for any fitted model', () => {
    fc.assert(
      fc.property(anySamples, anyRaw, anyRaw, fc.constantFrom(...kinds, 'unknown'), (samples, a, b, kind) => {
        const model = fitCalibration(samples, options)
        for (const source of ['telemetry', 'picture'] as const) {
          const [low, high] = [Math.min(a, b), Math.max(a, b)].map(raw =>
            calibrate(model, kind, raw, source),
          ) as [number, number]
          expect(low).toBeGreaterThanOrEqual(0)
          expect(high).toBeLessThanOrEqual(1)
          expect(high).toBeGreaterThanOrEqual(low)
          if (Math.abs(a - b) > 0.01) expect(high).toBeGreaterThan(low)
        }
      }),
    )
  })

  it('has its own curve for each source', () => {
    const model = fitCalibration(
      sampled('jump', 200, () => 1),
      options,
    )
    expect(calibrate(model, 'jump', 0.6, 'telemetry')).toBeGreaterThan(0.9)
    expect(calibrate(model, 'jump', 0.6, 'picture')).toBeCloseTo(0.6, 1)
  })

  it('uses the curve of all kinds for an unknown kind', () => {
    const model = fitCalibration(
      sampled('jump', 200, () => 1),
      options,
    )
    expect(calibrate(model, 'toString', 0.6, 'telemetry')).toBe(calibrate(model, 'hat', 0.6, 'telemetry'))
    expect(calibrate(model, 'hat', 0.6, 'telemetry')).toBeGreaterThan(0.9)
  })
})

describe('a fit', () => {
  it('returns the share of correct detections where there are many', () => {
    const truth = (score: number) => 0.5 + 0.9 * (score - 0.45)
    const samples = [...sampled('jump', 600, truth), ...sampled('speed', 600, score => truth(score) - 0.3)]
    const model = fitCalibration(samples, options)
    const scored = samples.map(({ kind, source, score, right }) => ({
      score: calibrate(model, kind, score, source),
      right,
    }))
    expect(expectedCalibrationError(samples)).toBeGreaterThan(0.1)
    expect(expectedCalibrationError(scored)).toBeLessThan(0.05)
  })

  it('is the same for the same samples in any order, and can be read back', () => {
    fc.assert(
      fc.property(
        anySamples.chain(samples =>
          fc.tuple(fc.constant(samples), fc.shuffledSubarray(samples, { minLength: samples.length })),
        ),
        ([samples, shuffled]) => {
          const model = fitCalibration(samples, options)
          expect(fitCalibration(shuffled, options)).toEqual(model)
          expect(calibrationModel.parse(JSON.parse(JSON.stringify(model)))).toEqual(model)
        },
      ),
    )
  })

  it('changes little with few samples', () => {
    const before = fitCalibration(
      sampled('jump', 300, () => 0.9),
      options,
    )
    fc.assert(
      fc.property(fc.array(anySample, { maxLength: 3 }), shownRaw, (few, raw) => {
        const after = fitCalibration(few, { ...options, prior: before, spread: narrow })
        for (const kind of kinds)
          expect(
            Math.abs(calibrate(after, kind, raw, 'telemetry') - calibrate(before, kind, raw, 'telemetry')),
          ).toBeLessThan(0.2)
      }),
    )
  })

  it('gives a kind with few samples the overall curve, and a kind with many its own', () => {
    const others = sampled('jump', 300, () => 0.95)
    const scoreWith = (count: number) => {
      const model = fitCalibration([...others, ...sampled('speed', count, () => 0.4)], options)
      return calibrate(model, 'speed', 0.7, 'telemetry')
    }
    expect(scoreWith(1)).toBeGreaterThan(0.85)
    expect(scoreWith(400)).toBeLessThan(0.55)
  })

  it('starts from a model and keeps what no sample affects', () => {
    const prior = fitCalibration(
      [...sampled('jump', 100, () => 0.9), ...sampled('speed', 100, () => 0.6)],
      options,
    )
    expect(fitCalibration([], { ...options, prior })).toEqual(prior)
    const more = fitCalibration(
      sampled('jump', 5, () => 1),
      { ...options, prior },
    )
    expect(more.sources.picture).toEqual(prior.sources.picture)
    expect(more.sources.telemetry.kinds.jump!.finds).toBe(105)
  })

  it('has no falling slope and no extreme numbers when weak finds are right and strong ones wrong', () => {
    const model = fitCalibration(
      sampled('jump', 400, score => (score < 0.6 ? 1 : 0)),
      options,
    )
    for (const { all, kinds: own } of Object.values(model.sources))
      for (const curve of [all, ...Object.values(own)]) {
        expect(curve.width).toBeGreaterThan(0)
        expect(curve.width).toBeLessThanOrEqual(0.5)
        expect(Number.isFinite(curve.middle)).toBe(true)
      }
  })
})

describe('excitement', () => {
  const kinds = ['jump', 'sharp_turn', 'air_then_thump', 'scenic']
  const sources = ['telemetry', 'picture'] as const

  it('rises with the strength, and never above how sure a moment is', () => {
    fc.assert(
      fc.property(
        anyRaw,
        anyRaw,
        fc.constantFrom(...kinds),
        fc.constantFrom(...sources),
        (a, b, kind, source) => {
          const [low, high] = [Math.min(a, b), Math.max(a, b)].map(raw =>
            scoreOf(standardModel, kind, raw, source),
          )
          expect(high!.score).toBeGreaterThanOrEqual(low!.score)
          expect(high!.score).toBeLessThanOrEqual(high!.certainty)
          expect(low!.score).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })

  it('is near 60% for the moment that half of the others are weaker than, and far from it for the best', () => {
    const found = [
      [0.63, 'telemetry'],
      [0.617, 'picture'],
    ] as const
    for (const [strength, source] of found) {
      const ordinary = scoreOf(standardModel, 'jump', strength, source)
      expect(ordinary.standing).toBeCloseTo(0.5, 2)
      expect(ordinary.score).toBeCloseTo(0.6, 1)
      expect(scoreOf(standardModel, 'jump', 0.95, source).score).toBeGreaterThan(0.9)
      expect(scoreOf(standardModel, 'jump', 0.46, source).score).toBeLessThan(0.3)
    }
  })

  it("is the same number on the curve: its peak within a highlight is that one's score", () => {
    const anyMoments = fc.array(fc.tuple(shownRaw, fc.double({ min: 0.05, max: 1, noNaN: true })), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(anyMoments, fc.constantFrom(...sources), (moments, source) => {
        const values = moments.flatMap(([strength]) => [0.1, 0.2, strength, 0.3, 0.1])
        const highlights = moments.map(([, score], i) => ({
          ...anyHighlight,
          score,
          start: 5 * i + 1,
          end: 5 * i + 3,
        }))
        const shown = shownCurve({ stepSeconds: 1, values }, highlights, source)
        expect(shown.values).toHaveLength(values.length)
        for (const { score, start, end } of highlights)
          expect(Math.max(...shown.values.slice(start, end + 1))).toBeCloseTo(score, 3)
      }),
    )
  })
})

const anyHighlight: Highlight = {
  description: 'Jump',
  ...{ score: 0, certainty: 1, standing: 0, scoreModel: 'rides-1', strength: 0, start: 0, end: 0 },
  ...{ clipType: 'action', motionLevel: 0, excitementLevel: 0, evidence: [] },
}
