import fc from 'fast-check'
import { expect, test } from 'vitest'
import { micros } from '#server/core/money.ts'
import {
  addMoves,
  centsAsText,
  daysOfMonth,
  journalOf,
  monthAfter,
  partsOf,
  roundedBalances,
} from './rules.ts'

test('months and days are UTC, including at the end of a year and in February', () => {
  expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(monthAfter('2026-12')).toBe('2027-01')
  expect(partsOf({ from: '2026-11-15', to: '2027-01-02' }, 'month')).toEqual([
    { from: '2026-11-15', to: '2026-11-30' },
    { from: '2026-12-01', to: '2026-12-31' },
    { from: '2027-01-01', to: '2027-01-02' },
  ])
  expect(partsOf({ from: '2026-11-30', to: '2026-12-01' }, 'day')).toHaveLength(2)
})

test('cents are written with two decimals', () => {
  expect([0n, 5n, -5n, 123n, -100_000n].map(centsAsText)).toEqual([
    '0.00',
    '0.05',
    '-0.05',
    '1.23',
    '-1000.00',
  ])
})

test('missing cents go to the largest remainders', () => {
  const balances = new Map([
    ['a', micros(14_000)],
    ['b', micros(18_000)],
    ['c', micros(-32_000)],
  ])
  expect(Object.fromEntries(roundedBalances(balances))).toEqual({ a: 1n, b: 2n, c: -3n })
  expect(() => roundedBalances(new Map([['a', micros(1)]]))).toThrow('not to zero')
})

test('every journal balances, and together they give the rounded balances', () => {
  const moves = fc.array(fc.tuple(fc.nat(4), fc.nat(4), fc.integer({ min: 1, max: 900_000_000 })), {
    maxLength: 6,
  })
  fc.assert(
    fc.property(fc.array(moves, { maxLength: 8 }), days => {
      let before = new Map([0, 1, 2, 3, 4].map(i => [`account${i}`, micros(0)]))
      const sums = new Map<string, bigint>()
      for (const day of days) {
        let after = before
        for (const [from, to, amount] of day) {
          after = addMoves(after, new Map([[`account${from}`, micros(-amount)]]))
          after = addMoves(after, new Map([[`account${to}`, micros(amount)]]))
        }
        const journal = journalOf(before, after)
        expect(journal.reduce((sum, l) => sum + l.cents, 0n)).toBe(0n)
        for (const { account, cents } of journal) sums.set(account, (sums.get(account) ?? 0n) + cents)
        before = after
      }
      for (const [account, cents] of roundedBalances(before)) {
        expect(sums.get(account) ?? 0n).toBe(cents)
        const off = cents * 10_000n - (before.get(account) ?? 0n)
        expect(off > -10_000n && off < 10_000n).toBe(true)
      }
    }),
  )
})
