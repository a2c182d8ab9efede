import { expect, test } from 'vitest'
import { plus } from '#server/core/money.ts'
import type { Stripe } from '#server/core/stripe.ts'
import { returnMultipliers } from '#server/earnings/index.ts'
import { everyTransaction } from '#server/earnings/report.ts'
import { balancesOf, systemBalance } from '#server/ledger/index.ts'
import { previewChange } from '#server/subscriptions/change-plan.ts'
import { reconcileSubscriptions } from '#server/subscriptions/index.ts'
import { statusOf } from '#server/subscriptions/status.ts'
import { listInvoices } from '#server/subscriptions/store.ts'
import { faultsOf, makeCreator } from '#test/harness/money.ts'
import { inEnglish } from '#test/harness/notifications.ts'
import { plansByHand } from './plans-by-hand.ts'

type Hand = Awaited<ReturnType<typeof plansByHand>>

const disputeOf = async ({ client }: Hand, intent: string) =>
  (await client.disputes.list({ payment_intent: intent })).data[0] as Stripe.Dispute
const decide = ({ client }: Hand, id: string, verdict: 'winning' | 'losing') =>
  client.disputes.update(id, { evidence: { uncategorized_text: `${verdict}_evidence` } })

/** Balances of the accounts on Stripe's side, in millionths of a dollar. */
async function accounts({ db }: Hand) {
  const of = (kind: Parameters<typeof systemBalance>[1]) => systemBalance(db, kind)
  return {
    stripe: await of('stripe_balance'),
    reserves: await of('reserves'),
    fees: await of('processing_fees'),
    // From days that have passed, and still owed.
    income: plus(await of('subscription_revenue'), await of('deferred_revenue')),
  }
}

test('a disputed plan is paused: views earn no extra and nothing is charged; once won, it continues with its next payment', async () => {
  const hand = await plansByHand()
  const { db, sandbox, client, deps, subscriber, deliver, count, clock } = hand
  const admin = await makeCreator(db)
  await db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin).execute()
  const { userId, intent } = await subscriber()
  await deliver()
  sandbox.advance(1)
  await count(userId, 1000)
  const earned = async () => (await balancesOf(db, [userId])).get(userId)?.pending
  expect(await earned()).toBe(52_500_000n)

  const { id } = { id: sandbox.dispute(sandbox.state.get('payment_intent', intent).latest_charge as string) }
  await deliver()
  expect(await statusOf(deps, userId)).toMatchObject({
    tier: 'free',
    status: 'active',
    pausedFor: 'dispute',
    pausedTier: 'premium',
    multiplier: 1,
  })
  // $9.99 and the fee of $15.00 are withdrawn; the amount itself is not lost yet.
  expect(await accounts(hand)).toEqual({
    stripe: 15_590_000n,
    reserves: -9_990_000n,
    fees: -15_590_000n,
    income: 9_990_000n,
  })
  const notified = inEnglish(
    await db.selectFrom('notifications').select('title').where('user_id', '=', admin).execute(),
  )
  expect(notified.map(n => n.title)).toEqual([
    expect.stringMatching(/^A payment of \$9\.99 is disputed: answer by \w+ \d+, 20\d\d$/),
  ])
  sandbox.advance(1)
  await count(userId, 2000)
  expect(await earned()).toBe(52_500_000n + 35_000_000n)
  await expect(previewChange(deps, userId, hand.stripe.prices.pro)).rejects.toThrow('disputed')
  // Meanwhile a new month begins: its invoice is void.
  sandbox.advance(31)
  await deliver()
  expect((await client.invoices.list({ limit: 1 })).data[0]).toMatchObject({ status: 'void', amount_paid: 0 })

  await decide(hand, id, 'winning')
  await deliver()
  await deliver({ again: true, backwards: true })
  // Nobody has paid for this month.
  expect(await statusOf(deps, userId)).toMatchObject({ tier: 'free', pausedFor: 'unpaid', multiplier: 1 })
  await expect(previewChange(deps, userId, hand.stripe.prices.pro)).rejects.toThrow('after its next payment')
  expect(await accounts(hand)).toEqual({
    stripe: 5_600_000n,
    reserves: 0n,
    fees: -15_590_000n,
    income: 9_990_000n,
  })
  sandbox.advance(0.01)
  await count(userId, 2000, clock.now())
  sandbox.advance(0.01)
  await count(userId, 3000, clock.now())
  expect(await earned()).toBe(52_500_000n + 70_000_000n)
  sandbox.advance(31)
  await deliver()
  expect(await statusOf(deps, userId)).toMatchObject({ tier: 'premium', pausedFor: null, multiplier: 1.5 })
  sandbox.advance(0.01)
  // Of the views since the last count, some came while the plan was paused.
  await count(userId, 4000, clock.now())
  expect(await earned()).toBe(52_500_000n + 105_000_000n)
  sandbox.advance(0.01)
  await count(userId, 5000, clock.now())
  expect(await earned()).toBe(52_500_000n + 105_000_000n + 52_500_000n)
  expect((await client.subscriptions.list({ limit: 1 })).data[0]?.pause_collection).toBeNull()
  expect(await faultsOf(db)).toEqual([])
})

test('a dispute that is won in the month it is about continues the plan at once', async () => {
  const hand = await plansByHand()
  const { db, sandbox, deps, subscriber, deliver } = hand
  const { userId, intent } = await subscriber()
  await deliver()
  sandbox.advance(1)
  const id = sandbox.dispute(sandbox.state.get('payment_intent', intent).latest_charge as string)
  await deliver()
  await decide(hand, id, 'winning')
  await deliver()
  expect(await statusOf(deps, userId)).toMatchObject({ tier: 'premium', pausedFor: null, multiplier: 1.5 })
  expect(await faultsOf(db)).toEqual([])
})

test('a lost dispute ends the plan and removes its income', async () => {
  const hand = await plansByHand()
  const { db, deps, subscriber, deliver } = hand
  const { userId, intent } = await subscriber('pm_card_createDispute')
  const { id } = await disputeOf(hand, intent)
  await decide(hand, id, 'losing')
  // All events at once, the last first, then everything again.
  await deliver({ backwards: true })
  await deliver({ again: true })
  expect(await statusOf(deps, userId)).toMatchObject({ tier: 'free', status: 'canceled', pausedFor: null })
  expect(await accounts(hand)).toEqual({ stripe: 15_590_000n, reserves: 0n, fees: -15_590_000n, income: 0n })
  const entries = await db.selectFrom('ledger_entries').select('type').execute()
  const types = entries.map(e => e.type).filter(type => type.startsWith('dispute'))
  expect(types.sort()).toEqual(['dispute_fee', 'dispute_lost', 'dispute_withdrawn'])
  // The plan had earned nothing yet, so the deferred revenue is reversed first.
  expect(await systemBalance(db, 'deferred_revenue')).toBe(0n)
  expect(await faultsOf(db)).toEqual([])
})

test('a lost dispute reverses the multiplier that the plan earned, once, and says why', async () => {
  const hand = await plansByHand()
  const { db, sandbox, deps, subscriber, deliver, count } = hand
  const { userId, intent } = await subscriber()
  await deliver()
  sandbox.advance(1)
  await count(userId, 1000)
  const earned = async () => (await balancesOf(db, [userId])).get(userId)?.pending
  expect(await earned()).toBe(52_500_000n)
  const id = sandbox.dispute(sandbox.state.get('payment_intent', intent).latest_charge as string)
  await deliver()
  await returnMultipliers(deps)
  // Not decided yet.
  expect(await earned()).toBe(52_500_000n)
  await decide(hand, id, 'losing')
  await deliver({ backwards: true })
  await deliver({ again: true })
  for (let i = 0; i < 2; i++) await returnMultipliers(deps)
  expect(await earned()).toBe(35_000_000n)
  const notified = inEnglish(await db.selectFrom('notifications').select(['title', 'message']).execute())
  expect(notified.filter(n => n.title.startsWith('Your Premium payment'))).toEqual([
    {
      title: "Your Premium payment was taken back by your card's bank",
      message: expect.stringContaining('$17.50 less'),
    },
  ])
  const explained = []
  for await (const { description } of everyTransaction(db, userId)) explained.push(description)
  expect(explained).toContainEqual(
    expect.stringContaining("plan was taken back by your card's bank, so $52.50"),
  )
  expect(await faultsOf(db)).toEqual([])
})

test('an inquiry withdraws no money and pauses nothing; admins are notified', async () => {
  const hand = await plansByHand()
  const { db, deps, subscriber, deliver } = hand
  const { userId, intent } = await subscriber('pm_card_createDisputeInquiry')
  await deliver()
  expect(await statusOf(deps, userId)).toMatchObject({ tier: 'premium', pausedFor: null })
  await hand.client.disputes.close((await disputeOf(hand, intent)).id)
  await deliver()
  expect(await statusOf(deps, userId)).toMatchObject({ tier: 'premium', status: 'active' })
  expect(await systemBalance(db, 'reserves')).toBe(0n)
  expect(await faultsOf(db)).toEqual([])
})

test('the nightly comparison finds disputes whose events never arrived', async () => {
  const hand = await plansByHand()
  const { db, deps, subscriber } = hand
  const { userId, intent } = await subscriber('pm_card_createDispute')
  await reconcileSubscriptions(deps, { again: true })
  expect(await statusOf(deps, userId)).toMatchObject({ pausedFor: 'dispute' })
  await decide(hand, (await disputeOf(hand, intent)).id, 'winning')
  await reconcileSubscriptions(deps, { again: true })
  expect(await statusOf(deps, userId)).toMatchObject({ tier: 'premium', pausedFor: null })
  expect((await accounts(hand)).reserves).toBe(0n)
  expect(await faultsOf(db)).toEqual([])
})

test('an invoice in euros is stored and raises an alarm, and is never posted as dollars', async () => {
  const hand = await plansByHand()
  const { db, sandbox, deps, subscriber, deliver } = hand
  const admin = await makeCreator(db)
  await db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin).execute()
  const { userId } = await subscriber()
  const [invoice] = sandbox.state.all('invoice')
  if (!invoice) throw new Error('There is no invoice')
  sandbox.state.put('invoice', { ...invoice, currency: 'eur' })
  await deliver()
  await deliver({ again: true, backwards: true })
  expect(await db.selectFrom('ledger_entries').select('id').execute()).toEqual([])
  expect(await listInvoices(db, userId)).toMatchObject([
    { currency: 'eur', amount_cents: 999, status: 'paid' },
  ])
  const notified = inEnglish(
    await db.selectFrom('notifications').select('title').where('user_id', '=', admin).execute(),
  )
  expect(notified.map(n => n.title)).toEqual(['An invoice is in EUR'])
  expect(await statusOf(deps, userId)).toMatchObject({ tier: 'premium' })
  await reconcileSubscriptions(deps, { again: true })
  expect(await faultsOf(db)).toEqual([])
})
