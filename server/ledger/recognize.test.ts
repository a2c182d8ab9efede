import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { fromCents, minus } from '#server/core/money.ts'
import { testDatabase } from '#test/harness/database.ts'
import { faultsOf, makeCreator, propertyRuns } from '#test/harness/money.ts'
import { systemBalance } from './accounts.ts'
import { debitsOf, defer, linesOfPayment, returnedBy } from './defer.ts'
import { post } from './post.ts'
import { recognizeRevenue } from './recognize.ts'
import { creditUsed, type PaidInvoice } from './rules.ts'

const dayMs = 86_400_000
const start = Date.UTC(2026, 10, 1, 10)

/** Plans on a separate ledger, with a clock set by the test. */
async function setUp() {
  const { db } = await testDatabase()
  const userId = await makeCreator(db)
  const clock = { at: start, now: () => new Date(clock.at) }
  const run = () => recognizeRevenue({ db, clock, log: pino({ level: 'silent' }) })
  const toDay = async (day: number) => {
    clock.at = start + day * dayMs
    await run()
  }
  /** A paid invoice whose lines cover days from the start on. */
  const pay = (cents: number, from: number, to: number, more: Partial<PaidInvoice> = {}): PaidInvoice => ({
    invoiceId: randomUUID(),
    subscriptionId: null,
    userId,
    paidCents: cents,
    taxCents: 0,
    lines: [{ cents, from: new Date(start + from * dayMs), to: new Date(start + to * dayMs) }],
    ...more,
  })
  const add = async (invoice: PaidInvoice) => {
    await db.transaction().execute(async tx => {
      const lines = linesOfPayment(invoice)
      if (lines.length)
        await post(tx, [
          {
            sourceEvent: `invoice:${invoice.invoiceId}:paid`,
            type: 'subscription_payment',
            userId,
            facts: { invoiceId: invoice.invoiceId },
            occurredAt: clock.now(),
            lines,
          },
        ])
      await defer(tx, invoice)
    })
    const { invoiceId: id, paidCents: amount_cents } = invoice
    const credit_cents = creditUsed(invoice)
    const at = { created_at: clock.now(), paid_at: clock.now() }
    await db
      .insertInto('billing_invoices')
      .values({ id, user_id: userId, status: 'paid', amount_cents, credit_cents, description: '', ...at })
      .execute()
    return invoice
  }
  const refund = async (invoice: PaidInvoice, cents: number, id: string = randomUUID()) => {
    const done = await db.transaction().execute(async tx => {
      const { lines, posted } = await debitsOf(tx, invoice, cents)
      const written = await post(tx, [
        {
          sourceEvent: `refund:${id}`,
          type: 'subscription_refund',
          userId,
          facts: { invoiceId: invoice.invoiceId },
          occurredAt: clock.now(),
          lines: [...lines, { account: { kind: 'clearing' }, amount: fromCents(cents) }],
        },
      ])
      if (written.size) await posted()
      return written.size > 0
    })
    if (done)
      await db
        .updateTable('billing_invoices')
        .set(eb => ({ refunded_cents: eb('refunded_cents', '+', cents) }))
        .where('id', '=', invoice.invoiceId)
        .execute()
  }
  /** The bank returns a refund. */
  const failRefund = (invoice: PaidInvoice, id: string) =>
    db.transaction().execute(async tx => {
      const { lines, posted } = await returnedBy(tx, invoice.invoiceId, id)
      const cents = lines.reduce((sum, line) => sum + Number(line.amount) / 10_000, 0)
      const written = await post(tx, [
        {
          sourceEvent: `refund:${id}:failed`,
          type: 'refund_failed',
          userId,
          facts: { invoiceId: invoice.invoiceId },
          occurredAt: clock.now(),
          lines: [...lines, { account: { kind: 'clearing' }, amount: minus(fromCents(cents)) }],
        },
      ])
      if (!written.size) return
      await posted()
      await tx
        .updateTable('billing_invoices')
        .set(eb => ({ refunded_cents: eb('refunded_cents', '-', cents) }))
        .where('id', '=', invoice.invoiceId)
        .execute()
    })
  const balances = async () => ({
    owed: await systemBalance(db, 'deferred_revenue'),
    income: await systemBalance(db, 'subscription_revenue'),
    tax: await systemBalance(db, 'tax_payable'),
  })
  return { db, userId, clock, run, toDay, pay, add, refund, failRefund, balances }
}

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
