import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canPostRate, postedRate } from './rate.ts'

test.each([
  [15, 30],
  [12, 24],
  [10, 30],
  [1, 24],
  [24_000 / 1001, 24_000 / 1001],
  [30, 30],
  [60_000 / 1001, 60_000 / 1001],
  [120, 60],
])('%d frames a second are posted at %d', (fps, posted) => {
  expect(postedRate(fps)).toBe(posted)
})

test('platforms accept whatever we post', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.1, max: 1000, noNaN: true }), fps => {
      expect(canPostRate(postedRate(fps))).toBe(true)
    }),
  )
})
