import { expect, test } from 'vitest'
import { centsOf, isPeriod, lastMonth } from './rules.ts'

test('an amount has at most two decimals and is at least a cent', () => {
  expect(['12.34', ' $5 ', '0.1', '0.01'].map(text => centsOf(text))).toEqual([1234, 500, 10, 1])
  expect(['', '0', '1.234', '-1', '1e3', '12345678'].map(text => centsOf(text))).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ])
})

test('the last month is a whole month, also in January', () => {
  expect(lastMonth(new Date('2026-01-15T00:00:00Z'))).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(lastMonth(new Date('2028-03-31T23:00:00Z'))).toEqual({ from: '2028-02-01', to: '2028-02-29' })
})

test('an export covers at most a year', () => {
  expect(isPeriod('2026-01-01', '2026-12-31')).toBe(true)
  expect(isPeriod('2026-01-02', '2026-01-01')).toBe(false)
  expect(isPeriod('2025-01-01', '2026-12-31')).toBe(false)
  expect(isPeriod('', '2026-12-31')).toBe(false)
})
