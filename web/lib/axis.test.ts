import { expect, test } from 'vitest'
import { axisEnd } from './axis.ts'

test('an axis ends at a round number that no value exceeds', () => {
  expect([0, 0.03, 1, 7.2, 23, 26, 480, 1001].map(axisEnd)).toEqual([1, 0.05, 1, 10, 25, 50, 500, 2000])
})
