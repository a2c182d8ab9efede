import { expect, test } from 'vitest'
import { durationOf } from './rules.ts'

test("a duration is m:ss or 'Unknown duration'", () => {
  expect(durationOf(194.4)).toBe('3:14')
  expect(durationOf(0)).toBe('Unknown duration')
})
