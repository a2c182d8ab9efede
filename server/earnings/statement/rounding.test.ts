import fc from 'fast-check'
import { expect, test } from 'vitest'
import { micros, microsPerCent, nearestCents } from '#server/core/money.ts'
import { centsAddingUpTo, monthInCents } from './rounding.ts'

const sum = (values: readonly bigint[]) => values.reduce((a, b) => a + b, 0n)

test('three thirds of a dollar show one cent more in one row, and add up', () => {
  const third = micros(333_333)
  expect(centsAddingUpTo(100n, [third, third, third])).toEqual([34n, 33n, 33n])
})

test('amounts in whole cents never change, and the largest remainder gets the cent', () => {
  expect(centsAddingUpTo(36n, [micros(120_000), micros(113_900), micros(124_100)])).toEqual([12n, 11n, 13n])
})

test('reversals are rounded by the same rule', () => {
  expect(centsAddingUpTo(-3n, [micros(-14_000), micros(-16_000)])).toEqual([-1n, -2n])
})

test('all rows add up, stay within a cent of the exact amount, and nothing stays nothing', () => {
  const amount = fc.oneof(fc.constant(0n), fc.bigInt(-50_000_000n, 500_000_000n))
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 40 }), raw => {
      const total = nearestCents(micros(sum(raw)))
      const cents = centsAddingUpTo(total, raw.map(micros))
      expect(sum(cents)).toBe(total)
      cents.forEach((shown, row) => {
        const exact = raw[row] as bigint
        const off = shown * microsPerCent - exact
        expect(off > -microsPerCent && off < microsPerCent).toBe(true)
        if (exact === 0n) expect(shown).toBe(0n)
      })
    }),
    { numRuns: 500 },
  )
})

test("a month's shown amounts add up, and each month opens with the previous closing balance", () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt(-3_000_000n, 90_000_000n), { minLength: 1, maxLength: 12 }), earned => {
      let exact = 0n
      let before: bigint | null = null
      let shownInAll = 0n
      for (const one of earned) {
        const closing = exact + one
        const shown = monthInCents({ opening: micros(exact), closing: micros(closing), payouts: micros(0) })
        expect(shown.opening + shown.earnings - shown.payouts).toBe(shown.closing)
        if (before !== null) expect(shown.opening).toBe(before)
        before = shown.closing
        exact = closing
        shownInAll += shown.earnings
      }
      expect(shownInAll).toBe(nearestCents(micros(exact)))
    }),
  )
})
