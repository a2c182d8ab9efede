import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from '#server/core/settings/config.ts'
import { returnMultipliers } from '#server/earnings/index.ts'
import { everyTransaction } from '#server/earnings/report.ts'
import { balancesOf, systemBalance } from '#server/ledger/index.ts'
import { requestPayout } from '#server/payouts/request-payout.ts'
import { summaryOf } from '#server/payouts/views/summary.ts'
import { changePlan, previewChange } from '#server/subscriptions/change-plan.ts'
import { statusOf } from '#server/subscriptions/status.ts'
import { noJobs } from '#test/harness/jobs.ts'
import { faultsOf, makeCreator } from '#test/harness/money.ts'
import { inEnglish } from '#test/harness/notifications.ts'
import { plansByHand } from './plans-by-hand.ts'

const of = async ({ db }: Awaited<ReturnType<typeof plansByHand>>, userId: string) => {
  const { pending, payable } = (await balancesOf(db, [userId])).get(userId) ?? { pending: 0n, payable: 0n }
  return pending + payable
}

test('partial refunds are posted at their amount and reverse no multiplier', async () => {
  const hand = await plansByHand()
  const { db, client, deps, subscriber, deliver, count } = hand
  const { userId, intent } = await subscriber()
  await deliver()
  hand.sandbox.advance(1)
  await count(userId, 1000)
  for (const amount of [100, 250]) await client.refunds.create({ payment_intent: intent, amount })
  await deliver({ backwards: true })
  await deliver({ again: true })
  await returnMultipliers(deps)
  expect(await systemBalance(db, 'deferred_revenue')).toBe(6_490_000n)
  expect(await systemBalance(db, 'stripe_balance')).toBe(-5_900_000n)
  expect(await of(hand, userId)).toBe(52_500_000n)
  expect(await statusOf(deps, userId)).toMatchObject({ tier: 'premium', pausedFor: null })
  expect(await faultsOf(db)).toEqual([])
})

test('a refund that fails later is reversed, and the person and admins are notified once', async () => {
  const hand = await plansByHand()
  const { db, sandbox, client, subscriber, deliver } = hand
  const admin = await makeCreator(db)
  await db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin).execute()
  const { userId, intent } = await subscriber('pm_card_refundFail')
  await deliver()
  await client.refunds.create({ payment_intent: intent })
  await deliver()
  expect(await systemBalance(db, 'deferred_revenue')).toBe(0n)
  sandbox.advance(0.1)
  await deliver({ backwards: true })
  await deliver({ again: true })
  expect(await systemBalance(db, 'deferred_revenue')).toBe(9_990_000n)
  expect(await systemBalance(db, 'stripe_balance')).toBe(-9_400_000n)
  const notified = inEnglish(await db.selectFrom('notifications').select(['user_id', 'title']).execute())
  expect(notified.filter(n => n.user_id === userId).map(n => n.title)).toEqual([
    "Your refund of $9.99 didn't arrive",
  ])
  expect(notified.filter(n => n.user_id === admin).map(n => n.title)).toEqual(['A refund of $9.99 came back'])
  expect(await faultsOf(db)).toEqual([])
})

test('a refund that failed before we learned of it still leaves both entries', async () => {
  const hand = await plansByHand()
  const { db, sandbox, client, subscriber, deliver } = hand
  const { intent } = await subscriber('pm_card_refundFail')
  await client.refunds.create({ payment_intent: intent })
  sandbox.advance(0.1)
  await deliver()
  const entries = await db.selectFrom('ledger_entries').select('type').execute()
  expect(entries.map(e => e.type)).toEqual(expect.arrayContaining(['subscription_refund', 'refund_failed']))
  expect(await systemBalance(db, 'deferred_revenue')).toBe(9_990_000n)
  expect(await faultsOf(db)).toEqual([])
})

test('a full refund reverses the multiplier of its period: once, exactly, with an explanation, and unaffected by corrections', async () => {
  const hand = await plansByHand()
  const { db, sandbox, client, clock, deps, subscriber, deliver, count } = hand
  const { userId, intent } = await subscriber()
  const before = new Date(clock.now().getTime() - 86_400_000)
  const video = randomUUID()
  await deliver()
  await count(userId, 100, before, video)
  await count(userId, 100, clock.now(), video)
  sandbox.advance(1)
  await count(userId, 1100, clock.now(), video)
  const during = clock.now()
  expect(await of(hand, userId)).toBe(3_500_000n + 52_500_000n)
  // Everything is paid out before the refund.
  await db.insertInto('payout_settings').values({ user_id: userId, threshold_cents: 2500 }).execute()
  const config = readConfig({ PAYOUT_APPROVE_FIRST: 'off', PAYOUT_METHOD: 'manual', PAYOUT_HOLD_DAYS: '0' })
  const payouts = { ...deps, jobs: noJobs(), config }
  await requestPayout(payouts, userId, 'request')
  expect(await of(hand, userId)).toBe(0n)

  await client.refunds.create({ payment_intent: intent })
  await client.subscriptions.cancel((await client.subscriptions.list({ limit: 1 })).data[0]?.id as string)
  await deliver()
  for (let i = 0; i < 3; i++) await returnMultipliers(deps)
  // 1,000 views at 1x instead of 1.5x; views from before the plan are unchanged.
  expect(await of(hand, userId)).toBe(-17_500_000n)
  expect(await faultsOf(db)).toEqual([])
  const shown = []
  for await (const { type, creatorShare, description } of everyTransaction(db, userId))
    if (/refunded|repriced/.test(type)) shown.push([type, creatorShare, description])
  expect(shown).toEqual([
    ['view_repriced', 35, expect.stringContaining('without the plan that was refunded')],
    ['premium_view_refunded', -52.5, expect.stringContaining('for the Premium plan was refunded, so $52.50')],
  ])
  // No one is asked to pay: it is deducted from later earnings.
  expect(await summaryOf({ db, config, clock }, userId, 'en')).toMatchObject({
    canRequest: false,
    availableEarnings: 0,
  })
  // A late sample from that period earns without the plan, and a correction reverses what remains.
  await count(userId, 1200, new Date(during.getTime() + 1000), video)
  expect(await of(hand, userId)).toBe(-17_500_000n + 3_500_000n)
  await count(userId, 600, new Date(during.getTime() + 2000), video)
  expect(await of(hand, userId)).toBe(-56_000_000n + 600n * 35_000n)
  expect(await faultsOf(db)).toEqual([])
})

test('views from a refunded upgrade earn at the plan that stays paid', async () => {
  const hand = await plansByHand()
  const { db, sandbox, stripe, client, clock, deps, subscriber, deliver, count } = hand
  const { userId } = await subscriber()
  await deliver()
  sandbox.advance(2)
  const quote = await previewChange(deps, userId, stripe.prices.pro)
  await changePlan(deps, userId, { priceId: stripe.prices.pro, quoteId: quote.quoteId })
  await deliver()
  sandbox.advance(1)
  await count(userId, 1000, clock.now())
  expect(await of(hand, userId)).toBe(70_000_000n)
  const [upgrade] = sandbox.state.all('invoice', i => i.billing_reason === 'subscription_update')
  await client.refunds.create({ payment_intent: upgrade?._intent as string })
  await deliver()
  await returnMultipliers(deps)
  expect(await of(hand, userId)).toBe(52_500_000n)
  expect(await statusOf(deps, userId)).toMatchObject({ tier: 'free', pausedFor: 'refund' })
  expect(await faultsOf(db)).toEqual([])
})

test('buying and ending a plan never reprices earlier views', async () => {
  const hand = await plansByHand()
  const { db, sandbox, client, clock, deps, subscriber, deliver, count } = hand
  const { userId } = await subscriber()
  const before = new Date(clock.now().getTime() - 86_400_000)
  await count(userId, 500, before)
  expect(await of(hand, userId)).toBe(17_500_000n)
  await deliver()
  await count(userId, 500)
  sandbox.advance(1)
  await count(userId, 1500)
  const priced = 17_500_000n + 52_500_000n
  expect(await of(hand, userId)).toBe(priced)
  await client.subscriptions.cancel((await client.subscriptions.list({ limit: 1 })).data[0]?.id as string)
  await deliver()
  await returnMultipliers(deps)
  expect(await of(hand, userId)).toBe(priced)
  sandbox.advance(1)
  await count(userId, 2500)
  expect(await of(hand, userId)).toBe(priced + 35_000_000n)
  expect(await faultsOf(db)).toEqual([])
})
