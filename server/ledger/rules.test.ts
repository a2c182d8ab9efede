import fc from 'fast-check'
import { expect, test } from 'vitest'
import { micros } from '#server/core/money.ts'
import { creditUsed, portionsOf, takeFrom, taxOfRefund } from './rules.ts'

const at = (day: string) => new Date(`${day}T10:00:00Z`)

test('a plan is owed for its days in UTC, the last one excluded', () => {
  expect(portionsOf({ lines: [{ cents: 999, from: at('2026-11-15'), to: at('2026-12-15') }] })).toEqual([
    { amount: 9_990_000n, days: { from: '2026-11-15', to: '2026-12-15' } },
  ])
})

test('a change within a day counts for that day', () => {
  const [portion] = portionsOf({ lines: [{ cents: 10, from: at('2026-11-15'), to: at('2026-11-15') }] })
  expect(portion?.days).toEqual({ from: '2026-11-15', to: '2026-11-16' })
})

test('a cheaper plan leaves a credit, which the next invoice uses; neither covers days', () => {
  const rest = { from: at('2026-11-15'), to: at('2026-12-01') }
  const change = {
    taxCents: 0,
    paidCents: 0,
    lines: [
      { cents: -1250, ...rest },
      { cents: 500, ...rest },
    ],
  }
  expect(portionsOf(change).map(p => p.amount)).toEqual([-12_500_000n, 5_000_000n])
  expect(creditUsed(change)).toBe(-750)
  const next = {
    taxCents: 80,
    paidCents: 999 + 80 - 750,
    lines: [{ cents: 999, from: at('2026-12-01'), to: at('2027-01-01') }],
  }
  expect(portionsOf(next).map(p => p.amount)).toEqual([9_990_000n])
  expect(creditUsed(next)).toBe(750)
})

test('refunds of a whole invoice return exactly its tax', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 8 }),
      fc.nat(100),
      (refunds, tax) => {
        const paidCents = refunds.reduce((a, b) => a + b, 0)
        const taxCents = Math.min(tax, paidCents)
        let before = 0
        let given = 0
        for (const cents of refunds) {
          given += taxOfRefund({ paidCents, taxCents }, { cents: before, taxCents: given }, cents)
          before += cents
        }
        expect(given).toBe(taxCents)
      },
    ),
  )
})

test('a refund takes unrecognized revenue first, never more than there is', () => {
  expect(takeFrom([micros(-300), micros(1000)], micros(500))).toEqual([0n, 500n])
  expect(takeFrom([micros(-300), micros(1000)], micros(900))).toEqual([0n, 700n])
  expect(takeFrom([micros(-300), micros(100)], micros(900))).toEqual([0n, 0n])
})
