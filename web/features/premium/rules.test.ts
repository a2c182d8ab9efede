import { expect, test } from 'vitest'
import { breakEvenViews, isGoing } from './rules.ts'

test('a plan pays for itself from the views whose additional share is its price', () => {
  // 9.99 / (0.05 × 0.7 × 0.5), and 24.99 / (0.05 × 0.7 × 1)
  expect(
    [1.5, 2].map((multiplier, n) => breakEvenViews({ price: [9.99, 24.99][n] ?? 0, multiplier })),
  ).toEqual([571, 714])
  expect(breakEvenViews({ price: 0, multiplier: 1 })).toBeNull()
})

test('what has ended or never began is bought anew, what goes on is changed', () => {
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
