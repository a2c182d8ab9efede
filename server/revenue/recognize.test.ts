import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromCents } from '#server/core/money.ts'
import { faultsOf, propertyRuns } from '#test/harness/money.ts'
import type { PaidInvoice } from './rules.ts'
import { dayMs, setUp, start } from './testing.ts'

test('payments become income day by day, to the millionth, each day once', async () => {
  const { db, add, pay, toDay, run, balances } = await setUp()
  await add(pay(1000, 0, 30))
  expect(await balances()).toEqual({ owed: 10_000_000n, income: 0n, tax: 0n })
  await toDay(0)
  expect((await balances()).income).toBe(0n)
  await toDay(1)
  await Promise.all([run(), run()])
  expect((await balances()).income).toBe(333_333n)
  // Missed days are recognized later, each with its own date.
  await toDay(29)
  await toDay(40)
  expect(await balances()).toEqual({ owed: 0n, income: 10_000_000n, tax: 0n })
  const entries = await db
    .selectFrom('ledger_entries')
    .select(['source_event', 'occurred_at'])
    .where('type', '=', 'revenue_recognized')
    .orderBy('id')
    .execute()
  expect(entries).toHaveLength(30)
  expect(entries.at(-1)).toEqual({
    source_event: 'revenue:2026-11-30',
    occurred_at: new Date('2026-11-30T23:59:59.999Z'),
  })
  expect(await faultsOf(db)).toEqual([])
})

test('a refund reverses unrecognized revenue first, then income, and the rest is spread again', async () => {
  const { db, add, pay, refund, toDay, balances } = await setUp()
  const invoice = await add(pay(900, 0, 30))
  await toDay(10)
  expect(await balances()).toEqual({ owed: 6_000_000n, income: 3_000_000n, tax: 0n })
  const id = randomUUID()
  for (let i = 0; i < 2; i++) await refund(invoice, 400, id)
  expect(await balances()).toEqual({ owed: 2_000_000n, income: 3_000_000n, tax: 0n })
  await toDay(20)
  expect(await balances()).toEqual({ owed: 1_000_000n, income: 4_000_000n, tax: 0n })
  await refund(invoice, 500)
  expect(await balances()).toEqual({ owed: 0n, income: 0n, tax: 0n })
  await toDay(31)
  expect(await faultsOf(db)).toEqual([])
})

test('a plan that ends before its period owes nothing from the next day on', async () => {
  const { db, userId, add, pay, toDay, balances } = await setUp()
  const row = { user_id: userId, status: 'canceled', price_id: 'price', cancel_at_period_end: false }
  await db
    .insertInto('subscriptions')
    .values({
      ...row,
      id: 'sub_1',
      tier: 'premium',
      started_at: new Date(start),
      ended_at: new Date(start + 5 * dayMs),
    })
    .execute()
  await add(pay(900, 0, 30, { subscriptionId: 'sub_1' }))
  await toDay(5)
  expect((await balances()).income).toBe(1_500_000n)
  await toDay(6)
  expect(await balances()).toEqual({ owed: 0n, income: 9_000_000n, tax: 0n })
})

test("a change of plan moves what is owed by its lines' periods; a credit waits for its invoice", async () => {
  const { db, add, pay, toDay, balances, clock } = await setUp()
  await add(pay(3000, 0, 30))
  await toDay(10)
  const rest = { from: clock.now(), to: new Date(start + 30 * dayMs) }
  const lines = [
    { cents: -2000, ...rest },
    { cents: 800, ...rest },
  ]
  await add(pay(0, 0, 0, { lines }))
  expect(await balances()).toEqual({ owed: 8_000_000n, income: 10_000_000n, tax: 0n })
  await toDay(30)
  // The other 12 dollars are credit, which the next invoice uses.
  expect(await balances()).toEqual({ owed: 0n, income: 18_000_000n, tax: 0n })
  const renewal = { from: clock.now(), to: new Date(start + 60 * dayMs) }
  await add(pay(0, 0, 0, { lines: [{ cents: 1200, ...renewal }] }))
  await toDay(61)
  expect(await balances()).toEqual({ owed: 0n, income: 30_000_000n, tax: 0n })
  expect(await faultsOf(db)).toEqual([])
})

test('tax is owed to the state and never income; a refund returns it', async () => {
  const { db, add, pay, refund, toDay, balances } = await setUp()
  const taxed = pay(980, 0, 30, { taxCents: 80 })
  const invoice = await add({ ...taxed, lines: taxed.lines.map(line => ({ ...line, cents: 900 })) })
  await toDay(15)
  expect(await balances()).toEqual({ owed: 4_500_000n, income: 4_500_000n, tax: 800_000n })
  await refund(invoice, 980)
  expect(await balances()).toEqual({ owed: 0n, income: 0n, tax: 0n })
  expect(await faultsOf(db)).toEqual([])
})

test('with payments, refunds and missed days in any order, nothing is lost, and each day has its share', async () => {
  const step = fc.oneof(
    fc.record({
      do: fc.constant('pay' as const),
      cents: fc.integer({ min: 1, max: 5000 }),
      days: fc.integer({ min: 1, max: 31 }),
    }),
    fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 12 }) }),
    fc.record({
      do: fc.constant('refund' as const),
      which: fc.nat(9),
      part: fc.integer({ min: 1, max: 100 }),
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async steps => {
      const { db, add, pay, refund, toDay, balances } = await setUp()
      const paid: { invoice: PaidInvoice; left: number }[] = []
      let [day, kept] = [0, 0]
      for (const s of steps) {
        if (s.do === 'wait') {
          day += s.days
          await toDay(day)
        } else if (s.do === 'pay') {
          paid.push({ invoice: await add(pay(s.cents, day, day + s.days)), left: s.cents })
          kept += s.cents
        } else {
          const one = paid[s.which % Math.max(1, paid.length)]
          const cents = one ? Math.ceil((one.left * s.part) / 100) : 0
          if (!one || cents === 0) continue
          await refund(one.invoice, cents)
          one.left -= cents
          kept -= cents
        }
        const now = await balances()
        expect(now.owed + now.income).toBe(fromCents(kept))
        expect(now.owed >= 0n).toBe(true)
      }
      await toDay(day + 40)
      expect(await balances()).toEqual({ owed: 0n, income: fromCents(kept), tax: 0n })
      expect(await faultsOf(db)).toEqual([])
    }),
    { numRuns: Math.min(propertyRuns, 12) },
  )
}, 120_000)
