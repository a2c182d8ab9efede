import { expect, test } from 'vitest'
import { planFacts } from '#contract/money/constants.ts'
import { breakEvenViews, isGoing } from './rules.ts'

test('a plan pays for itself once the additional share of its views equals its price', () => {
  // 9.99 / (0.05 × 0.7 × 0.5), and 24.99 / (0.05 × 0.7 × 1); the free plan costs nothing and raises nothing.
  expect(planFacts.map(breakEvenViews)).toEqual([null, 571, 714])
  // 24.99 / (0.05 × (0.8 × 2 - 0.7))
  expect(breakEvenViews({ price: 24.99, multiplier: 2, creatorShare: 0.8 })).toBe(556)
})

test('buys a new plan after the last one ended, and changes a running one', () => {
  expect((['active', 'past_due', 'unpaid'] as const).map(status => isGoing({ status }))).toEqual([
    true,
    true,
    true,
  ])
  expect((['none', 'incomplete', 'canceled'] as const).map(status => isGoing({ status }))).toEqual([
    false,
    false,
    false,
  ])
})
