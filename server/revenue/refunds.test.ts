import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromCents } from '#server/core/money.ts'
import { faultsOf, propertyRuns } from '#test/harness/money.ts'
import { setUp } from './testing.ts'

test('a failed refund restores exactly what it took: revenue for future days, income and tax', async () => {
  const { db, add, pay, refund, failRefund, toDay, balances } = await setUp()
  const taxed = pay(1102, 0, 30, { taxCents: 103 })
  const invoice = await add({ ...taxed, lines: taxed.lines.map(line => ({ ...line, cents: 999 })) })
  await toDay(20)
  const before = await balances()
  expect(before).toEqual({ owed: 3_330_000n, income: 6_660_000n, tax: 1_030_000n })
  const [part, more] = [randomUUID(), randomUUID()]
  await refund(invoice, 700, part)
  // 65.4 of 103 cents of tax; 6.35 dollars are left to take, of which 3.33 were not income yet.
  expect(await balances()).toEqual({ owed: 0n, income: 3_640_000n, tax: 380_000n })
  await failRefund(invoice, part)
  await failRefund(invoice, part)
  expect(await balances()).toEqual(before)
  // A later refund takes what it would have taken without the failed one.
  await refund(invoice, 1102, more)
  expect(await balances()).toEqual({ owed: 0n, income: 0n, tax: 0n })
  await failRefund(invoice, more)
  await toDay(31)
  expect(await balances()).toEqual({ owed: 0n, income: 9_990_000n, tax: 1_030_000n })
  expect(await faultsOf(db)).toEqual([])
})

test('however a refund is divided, and whichever parts fail, its tax is never off by a cent', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 3000 }),
      fc.integer({ min: 1, max: 250 }),
      fc.array(fc.record({ part: fc.integer({ min: 1, max: 60 }), fails: fc.boolean() }), {
        minLength: 1,
        maxLength: 8,
      }),
      async (net, tax, steps) => {
        const { db, add, pay, refund, failRefund, balances } = await setUp()
        const paid = net + tax
        const taxed = pay(paid, 0, 30, { taxCents: tax })
        const invoice = await add({ ...taxed, lines: taxed.lines.map(line => ({ ...line, cents: net })) })
        let gone = 0
        const standing: [id: string, cents: number][] = []
        for (const { part, fails } of steps) {
          const cents = Math.ceil(((paid - gone) * part) / 100)
          if (cents === 0) continue
          const id = randomUUID()
          await refund(invoice, cents, id)
          gone += cents
          standing.push([id, cents])
          const failing = fails ? standing.shift() : undefined
          if (failing) {
            await failRefund(invoice, failing[0])
            gone -= failing[1]
          }
          const now = await balances()
          expect(now.owed + now.income + now.tax).toBe(fromCents(paid - gone))
          const exact = (tax * (paid - gone)) / paid
          expect(Math.abs(Number(now.tax) / 10_000 - exact)).toBeLessThan(steps.some(s => s.fails) ? 2 : 1)
        }
        if (gone < paid) await refund(invoice, paid - gone)
        expect(await balances()).toEqual({ owed: 0n, income: 0n, tax: 0n })
        expect(await faultsOf(db)).toEqual([])
      },
    ),
    { numRuns: Math.min(propertyRuns, 12) },
  )
}, 120_000)
