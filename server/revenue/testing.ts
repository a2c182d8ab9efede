import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { fromCents, minus } from '#server/core/money.ts'
import { post, systemBalance } from '#server/ledger/index.ts'
import { testDatabase } from '#test/harness/database.ts'
import { makeCreator } from '#test/harness/money.ts'
import { debitsOf, defer, linesOfPayment, returnedBy } from './defer.ts'
import { recognizeRevenue } from './recognize.ts'
import { creditUsed, type PaidInvoice } from './rules.ts'

export const dayMs = 86_400_000
export const start = Date.UTC(2026, 10, 1, 10)

/** Plans on a separate ledger, with a clock set by the test. */
export async function setUp() {
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
