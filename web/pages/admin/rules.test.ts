import { expect, test } from 'vitest'
import { durationOf, instants } from './rules.ts'

test("a duration is m:ss or 'Unknown duration'", () => {
  expect(durationOf(194.4)).toBe('3:14')
  expect(durationOf(0)).toBe('Unknown duration')
})

test('the last day of a filter is included', () => {
  const { from, to } = instants('2026-03-01', '2026-03-01')
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(24 * 3_600_000)
  expect(instants('', '')).toEqual({})
})
