import { expect, test } from 'vitest'
import { untilPacificMidnight } from './errors.ts'

test.each([
  ['an ordinary evening', '2026-07-02T03:30:00Z', 3.5],
  ['the day on which clocks go forward', '2026-03-08T08:00:00Z', 23],
  ['the day on which clocks go back', '2026-11-01T07:00:00Z', 25],
])('the quota day ends at midnight in California: %s', (_day, now, hours) => {
  expect(untilPacificMidnight(new Date(now))).toBe(hours * 3600)
})
