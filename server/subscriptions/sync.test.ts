import fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { json } from '#server/core/db/json.ts'
import { systemBalance } from '#server/ledger/index.ts'
import { testDatabase } from '#test/harness/database.ts'
import { noJobs } from '#test/harness/jobs.ts'
import {
  actorOf,
  faultsOf,
  keepFailingCard,
  makeCreator,
  payByCard,
  propertyRuns,
  silentStripe,
} from '#test/harness/money.ts'
import { handleEvent } from '../stripe-events/events.ts'
import type { StoredEvent } from '../stripe-events/rules.ts'
import { reconcileSubscriptions } from './comparison/reconcile.ts'
import { statusOf } from './status.ts'
import { listInvoices } from './store.ts'
import { createSubscription } from './subscribe.ts'

const log = pino({ level: 'silent' })

/** The product's plans on a Stripe that sends no webhooks. */
async function setUp() {
  const { db } = await testDatabase()
  const { sandbox, stripe } = await silentStripe()
  const clock = { ahead: 0, now: () => new Date(sandbox.state.now() * 1000 + clock.ahead) }
  const deps = { db, jobs: noJobs(), stripe, clock, log }

  // What funded the account came before.
  const opened = sandbox.state.count('event')

  /** A person who has entered a card for a plan. */
  const subscriber = async () => {
    const before = sandbox.state.count('event')
    const userId = await makeCreator(db)
    const made = await createSubscription(deps, actorOf(userId), stripe.prices.premium)
    await payByCard(stripe, made.clientSecret)
    return { userId, events: sandbox.state.all('event').slice(before) }
  }
  const deliver = async (event: StoredEvent) => {
    await db
      .insertInto('stripe_events')
      .values({ id: event.id, type: event.type, payload: json(event) })
      .onConflict(c => c.column('id').doUpdateSet({ processed_at: null }))
      .execute()
    await handleEvent(deps, event.id)
  }
  const rest = async () => {
    for (const event of sandbox.state.all('event').slice(opened)) await deliver(event)
  }
  return { db, sandbox, deps, clock, subscriber, deliver, rest }
}

test(
  'a plan never appears paid before its invoice, in any order of events',
  async () => {
    const { db, deps, subscriber, deliver } = await setUp()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ event: fc.nat(20), read: fc.boolean() }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 3 }),
        async (steps, atOnce) => {
          const { userId, events } = await subscriber()
          /** What a page shows: the plan first, its invoices afterwards. */
          const look = async (page: boolean) => {
            const plan = page
              ? (await statusOf(deps, userId)).status
              : (
                  await db
                    .selectFrom('subscriptions')
                    .select('status')
                    .where('user_id', '=', userId)
                    .executeTakeFirstOrThrow()
                ).status
            const [invoice] = await listInvoices(db, userId)
            const posted = await db
              .selectFrom('ledger_entries')
              .select('id')
              .where('source_event', '=', `invoice:${invoice?.id}:paid`)
              .execute()
            if (plan === 'active') expect([invoice?.status, posted.length]).toEqual(['paid', 1])
            return plan
          }
          for (let i = 0; i < steps.length; i += atOnce)
            await Promise.all(
              steps.slice(i, i + atOnce).map(async ({ event, read }) => {
                await deliver(events[event % events.length] as (typeof events)[number])
                await look(read)
              }),
            )
          // A person waiting for the plan has it now, without any event.
          expect(await look(true)).toBe('active')
        },
      ),
      { numRuns: propertyRuns },
    )
    expect(await faultsOf(db)).toEqual([])
  },
  60_000 + propertyRuns * 500,
)

test('each attempt of a failed renewal sends one mail, through the outbox', async () => {
  const { db, sandbox, deps, clock, subscriber, rest } = await setUp()
  const { userId } = await subscriber()
  const [plan] = sandbox.state.all('subscription')
  if (!plan || !deps.stripe) throw new Error('There is no plan')
  await keepFailingCard(deps.stripe, plan)
  const mails = () =>
    db
      .selectFrom('mails')
      .select(['event_key', 'template', 'data', 'state'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute()
  sandbox.advance(32)
  for (let i = 0; i < 3; i++) await rest()
  const invoice = sandbox.state.all('invoice').at(-1)
  const graceUntil = new Date(((invoice?.created ?? 0) + 7 * 86_400) * 1000).toISOString()
  const first = {
    event_key: `renewal_failed:${invoice?.id}:1`,
    template: 'renewal_failed',
    data: { amount: 9.99, graceUntil },
    state: 'waiting',
  }
  expect(await mails()).toEqual([first])
  expect(await statusOf(deps, userId)).toMatchObject({ tier: 'premium', graceUntil })
  // An event of the next attempt after the grace period says so.
  sandbox.advance(2)
  clock.ahead = 7 * 86_400_000
  await rest()
  const second = { ...first, event_key: `renewal_failed:${invoice?.id}:2` }
  expect(await mails()).toEqual([first, { ...second, data: { amount: 9.99, graceUntil: null } }])
})

test("Stripe's fee for a payment is posted once, when it is known; a refund returns none of it", async () => {
  const { db, sandbox, deps, subscriber, rest } = await setUp()
  const { userId } = await subscriber()
  const [charge] = sandbox.state.all('charge')
  if (!charge) throw new Error('Nothing was charged')
  const fees = () => systemBalance(db, 'processing_fees')
  const feeOfInvoice = async () => (await listInvoices(db, userId))[0]?.fee_cents

  // The payment is still being captured.
  sandbox.state.put('charge', { ...charge, balance_transaction: null })
  expect(await statusOf(deps, userId)).toMatchObject({ status: 'active' })
  expect([await fees(), await feeOfInvoice()]).toEqual([0n, null])
  expect(await faultsOf(db)).toEqual([])

  sandbox.state.put('charge', charge)
  for (let i = 0; i < 2; i++) await rest()
  // 2.9% of $9.99 and $0.30.
  expect([await fees(), await feeOfInvoice()]).toEqual([-590_000n, 59])
  expect(await systemBalance(db, 'stripe_balance')).toBe(-9_400_000n)

  await deps.stripe?.client.refunds.create({ payment_intent: charge.payment_intent, amount: 400 })
  for (let i = 0; i < 2; i++) await rest()
  expect(await systemBalance(db, 'deferred_revenue')).toBe(5_990_000n)
  expect([await fees(), await feeOfInvoice()]).toEqual([-590_000n, 59])
  expect(await faultsOf(db)).toEqual([])
})

test('asks Stripe for a fee that no event reported, even after the plan has ended', async () => {
  const { db, sandbox, deps, subscriber } = await setUp()
  const { userId } = await subscriber()
  const [charge] = sandbox.state.all('charge')
  if (!charge) throw new Error('Nothing was charged')
  sandbox.state.put('charge', { ...charge, balance_transaction: null })
  await statusOf(deps, userId)
  await deps.stripe?.client.subscriptions.cancel(sandbox.state.all('subscription')[0]?.id ?? '')
  await reconcileSubscriptions(deps, { again: true })
  expect((await statusOf(deps, userId)).status).toBe('canceled')
  expect(await systemBalance(db, 'processing_fees')).toBe(0n)
  sandbox.state.put('charge', charge)
  await reconcileSubscriptions(deps, { again: true })
  expect(await systemBalance(db, 'processing_fees')).toBe(-590_000n)
  expect(await faultsOf(db)).toEqual([])
})

test("the ledger check finds a fee that the invoice doesn't contain", async () => {
  const { db, deps, subscriber } = await setUp()
  const { userId } = await subscriber()
  await statusOf(deps, userId)
  expect(await faultsOf(db)).toEqual([])
  await db.updateTable('billing_invoices').set({ fee_cents: 58 }).execute()
  expect(await faultsOf(db)).toMatchObject([{ detail: expect.stringContaining('fee 590000') }])
})
