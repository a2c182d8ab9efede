import { expect, test } from 'vitest'
import type { IncomeMonth } from '#contract/money/income.ts'
import { amountOf, incomeBars, newestMonths } from './rules.ts'

test('an amount may be empty, and zero only where it means something', () => {
  expect([amountOf(' '), amountOf('1,250.5'), amountOf('0'), amountOf('abc')]).toEqual([
    null,
    1250.5,
    undefined,
    undefined,
  ])
  expect(amountOf('0', 0)).toBe(0)
})

test('months go back over the turn of a year', () => {
  expect(newestMonths(new Date('2026-02-10T00:00:00Z'), 3)).toEqual(['2026-02', '2026-01', '2025-12'])
})

const row = (month: string, promise: number, paid: number | null, channelsMissing = 0): IncomeMonth => ({
  ...{ month, platform: 'youtube', views: 1, price: promise, promise },
  income:
    paid === null
      ? null
      : {
          amount: paid,
          source: 'typed',
          through: null,
          channelsMissing,
          by: null,
          at: '2026-02-01T00:00:00Z',
        },
  difference: paid === null || channelsMissing > 0 ? null : paid - promise,
})

test('a bar compares only what has both figures, and months without any keep their place', () => {
  const bars = incomeBars([row('2026-02', 0.1, 0.3), row('2026-02', 0.2, null), row('2025-12', 5, 1, 2)])
  expect(bars).toHaveLength(6)
  expect(bars.slice(-3)).toEqual([
    { month: '2025-12', promise: 0, open: 5, income: null },
    { month: '2026-01', promise: 0, open: 0, income: null },
    { month: '2026-02', promise: 0.1, open: 0.2, income: 0.3 },
  ])
  const years = incomeBars([row('2026-02', 1, 1), row('2024-01', 1, 1)])
  expect([years.length, years[0]?.month]).toEqual([12, '2025-03'])
  expect(incomeBars([])).toEqual([])
})
