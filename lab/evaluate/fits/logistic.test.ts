import { expect, test } from 'vitest'
import { likelihoodBy } from '#server/analysis/events/seen/likelihood.ts'
import { fitLogistic, type Sample } from './logistic.ts'

/** Right from `size` 1 on, whatever `noise` says. */
const samples: Sample[] = Array.from({ length: 60 }, (_, i) => ({
  group: `film ${i % 6}`,
  signs: { size: i / 30, noise: ((i * 7) % 11) / 11 },
  right: i >= 30,
}))

test('the weights tell what is right from what is not, by the sign that says so', () => {
  const weights = fitLogistic(samples, ['size', 'noise'])
  for (const { signs, right } of samples)
    if (Math.abs(signs.size! - 1) > 0.15) expect(likelihoodBy(weights, signs) > 0.5).toBe(right)
  expect(weights.signs.size).toBeGreaterThan(5 * Math.abs(weights.signs.noise!))
})

test('few moments give mild weights', () => {
  const few = fitLogistic([samples[25]!, samples[35]!], ['size'])
  expect(few.signs.size).toBeLessThan(fitLogistic(samples, ['size']).signs.size!)
})

test('likelihoods agree with how often samples are right, on average', () => {
  const mixed = samples.map((one, i) => ({ ...one, right: i % 3 === 0 }))
  const weights = fitLogistic(mixed, ['size'])
  const mean = mixed.reduce((sum, { signs }) => sum + likelihoodBy(weights, signs), 0) / mixed.length
  expect(mean).toBeCloseTo(1 / 3, 2)
})

test('a sign that is constant but for rounding gets a mild weight', () => {
  const noisy = samples.map((one, i) => ({
    ...one,
    signs: { ...one.signs, constant: 1.2 + (i % 2) * 1e-15 },
  }))
  expect(Math.abs(fitLogistic(noisy, ['size', 'constant']).signs.constant!)).toBeLessThan(1)
})
