import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '#sandbox/ride/random.ts'
import { asItIs, fitCurve, scoreOn } from './curve.ts'

const sample = fc.record({ raw: fc.double({ min: 0, max: 1, noNaN: true }), right: fc.boolean() })

test('a higher raw score never gets a lower score, whatever reviewers said', () => {
  fc.assert(
    fc.property(fc.array(sample, { maxLength: 60 }), samples => {
      const curve = fitCurve(samples)
      const scores = [0, 0.2, 0.45, 0.6, 0.8, 1].map(raw => scoreOn(curve, raw))
      expect(scores).toEqual(scores.toSorted((a, b) => a - b))
      expect(scores.every(score => score >= 0 && score <= 1)).toBe(true)
    }),
  )
})

test('without labels scores stay as they are, and a few labels bend them only a little', () => {
  expect(fitCurve([])).toEqual(asItIs)
  expect(scoreOn(asItIs, 0.8)).toBe(0.8)
  const few = fitCurve(Array.from({ length: 3 }, () => ({ raw: 0.8, right: false })))
  expect(scoreOn(few, 0.8)).toBeGreaterThan(0.5)
})

test('follows the share that was kept once there are many labels', () => {
  const { next } = seededRandom(7)
  const samples = Array.from({ length: 4000 }, () => {
    const raw = 0.4 + 0.55 * next()
    return { raw, right: next() < raw ** 3 }
  })
  const curve = fitCurve(samples)
  for (const raw of [0.5, 0.7, 0.9]) expect(Math.abs(scoreOn(curve, raw) - raw ** 3)).toBeLessThan(0.05)
})
