import { expect, test } from 'vitest'
import type { BillingAddress } from '#contract/money/subscriptions.ts'
import { recognizeRevenue, systemBalance } from '#server/ledger/index.ts'
import { changePlan, previewChange } from '#server/subscriptions/change-plan.ts'
import { statusOf } from '#server/subscriptions/status.ts'
import { listInvoices } from '#server/subscriptions/store.ts'
import { createSubscription } from '#server/subscriptions/subscribe.ts'
import { saveBillingAddress } from '#server/subscriptions/tax/address.ts'
import { previewPlan } from '#server/subscriptions/tax/preview-plan.ts'
import { actorOf, faultsOf, makeCreator } from '#test/harness/money.ts'
import { inEnglish } from '#test/harness/notifications.ts'
import { plansByHand } from '../plans-by-hand.ts'

/** 10.35% at the sandbox: $1.03 of $9.99. */
const seattle: BillingAddress = { country: 'US', postalCode: '98101' }

const balances = async ({ db }: Awaited<ReturnType<typeof plansByHand>>) => ({
  owed: await systemBalance(db, 'deferred_revenue'),
  income: await systemBalance(db, 'subscription_revenue'),
  tax: await systemBalance(db, 'tax_payable'),
})

test('tax is added to a plan, paid with it, owed to the state, and never income', async () => {
  const hand = await plansByHand(seattle)
  const { db, stripe, deps, sandbox, subscriber, deliver } = hand
  expect(await previewPlan(deps, { priceId: stripe.prices.premium, address: seattle })).toEqual({
    price: 9.99,
    tax: 1.03,
    total: 11.02,
  })
  const { userId } = await subscriber()
  await deliver()
  expect(await balances(hand)).toEqual({ owed: 9_990_000n, income: 0n, tax: 1_030_000n })
  expect(await listInvoices(db, userId)).toMatchObject([{ amount_cents: 1102, tax_cents: 103 }])
  expect(await statusOf(deps, userId)).toMatchObject({ tier: 'premium', needsBillingAddress: false })
  sandbox.advance(31)
  await recognizeRevenue(deps)
  expect(await balances(hand)).toMatchObject({ income: 9_990_000n, tax: 1_030_000n })
  expect(await faultsOf(db)).toEqual([])
})

test('starts nothing without an address, and explains what is wrong with an invalid one', async () => {
  const { db, client, deps, stripe } = await plansByHand(seattle)
  const actor = actorOf(await makeCreator(db))
  const buy = (address?: BillingAddress) => createSubscription(deps, actor, stripe.prices.premium, address)
  await expect(buy()).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(buy({ country: 'US', postalCode: '00012' })).rejects.toThrow("can't work out tax")
  expect((await client.subscriptions.list({ limit: 10 })).data).toEqual([])
  // The refused answer isn't repeated once the address is right, and the address is asked for once.
  await buy(seattle)
  await buy()
  expect((await client.subscriptions.list({ limit: 10 })).data).toHaveLength(1)
  // Another address means another tax: the unpaid plan ends.
  await buy({ country: 'DE', postalCode: '10115' })
  const all = await client.subscriptions.list({ status: 'all', limit: 10, expand: ['data.latest_invoice'] })
  expect(
    all.data.map(s => [s.status, typeof s.latest_invoice === 'object' && s.latest_invoice?.total]),
  ).toEqual([
    ['incomplete', 1189],
    ['canceled', 1102],
  ])
})

test('a change is quoted and charged with tax; a credit returns tax', async () => {
  const hand = await plansByHand(seattle)
  const { db, deps, sandbox, stripe, subscriber, deliver } = hand
  const { userId } = await subscriber()
  await deliver()
  sandbox.advance(10)
  const up = await previewChange(deps, userId, stripe.prices.pro)
  expect(up.lines.at(-1)).toEqual({ description: 'Tax', amount: expect.any(Number) })
  expect(up.lines.reduce((sum, line) => sum + Math.round(line.amount * 100), 0)).toBe(
    Math.round(up.dueNow * 100),
  )
  await changePlan(deps, userId, { priceId: stripe.prices.pro, quoteId: up.quoteId })
  await deliver()
  const tax = async () => (await balances(hand)).tax
  const before = await tax()
  expect(before).toBeGreaterThan(1_030_000n)
  expect(await faultsOf(db)).toEqual([])
  sandbox.advance(5)
  const down = await previewChange(deps, userId, stripe.prices.premium)
  await changePlan(deps, userId, { priceId: stripe.prices.premium, quoteId: down.quoteId })
  await deliver()
  expect(await tax()).toBeLessThan(before)
  expect(await faultsOf(db)).toEqual([])
  // The next invoice uses the credit and has its full tax.
  sandbox.advance(20)
  await deliver()
  const [renewal] = await listInvoices(db, userId)
  expect(renewal).toMatchObject({ status: 'paid', tax_cents: 103 })
  await recognizeRevenue(deps)
  expect(await faultsOf(db)).toEqual([])
})

test('a renewal without its tax is reported to admins and the person once, until the address is there', async () => {
  const hand = await plansByHand(seattle)
  const { db, client, deps, sandbox, subscriber, deliver } = hand
  const admin = await makeCreator(db)
  await db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin).execute()
  const { userId } = await subscriber()
  await deliver()
  const [customer] = sandbox.state.all('customer')
  await client.customers.update(customer?.id as string, { address: '' })
  sandbox.advance(32)
  await deliver()
  await deliver({ again: true })
  const notified = inEnglish(
    await db.selectFrom('notifications').select(['user_id', 'title', 'message']).execute(),
  )
  expect(notified.filter(n => n.user_id === admin).map(n => n.title)).toEqual([
    'An invoice went out without tax',
  ])
  expect(notified.find(n => n.user_id === admin)?.message).toContain(
    "Stripe can't tell where the customer is",
  )
  expect(notified.filter(n => n.user_id === userId).map(n => n.title)).toEqual(['Check your billing address'])
  expect(await statusOf(deps, userId)).toMatchObject({ needsBillingAddress: true })
  expect((await balances(hand)).tax).toBe(1_030_000n)

  await saveBillingAddress(deps, actorOf(userId), seattle)
  expect(await statusOf(deps, userId)).toMatchObject({ needsBillingAddress: false })
  sandbox.advance(31)
  await deliver()
  expect((await balances(hand)).tax).toBe(2_060_000n)
  expect(await faultsOf(db)).toEqual([])
})

test('without the setting, plans have no tax and ask for no address', async () => {
  const hand = await plansByHand()
  const { deps, subscriber, deliver } = hand
  const { userId } = await subscriber()
  await deliver()
  expect((await balances(hand)).tax).toBe(0n)
  expect(await statusOf(deps, userId)).toMatchObject({ needsBillingAddress: false })
  await expect(saveBillingAddress(deps, actorOf(userId), seattle)).rejects.toThrow('without tax')
})

test('partial refunds take their share of the tax, to the cent; a failed one restores exactly that', async () => {
  const hand = await plansByHand(seattle)
  const { db, client, subscriber, deliver } = hand
  const { intent } = await subscriber()
  await deliver()
  // 103 of 1,102 cents are tax: 0.93 of 10 cents, 1.87 of 20, 2.80 of 30.
  const taxLeft = []
  for (const amount of [10, 10, 10, 500]) {
    await client.refunds.create({ payment_intent: intent, amount })
    await deliver()
    taxLeft.push((await balances(hand)).tax / 10_000n)
  }
  expect(taxLeft).toEqual([102n, 101n, 100n, 53n])
  await client.refunds.create({ payment_intent: intent })
  await deliver({ again: true })
  expect(await balances(hand)).toEqual({ owed: 0n, income: 0n, tax: 0n })
  expect(await faultsOf(db)).toEqual([])
})

test('a refund returned by the bank owes its tax to the state again, not to us', async () => {
  const hand = await plansByHand(seattle)
  const { db, client, deps, sandbox, subscriber, deliver } = hand
  const { intent } = await subscriber('pm_card_refundFail')
  await deliver()
  const before = await balances(hand)
  await client.refunds.create({ payment_intent: intent, amount: 333 })
  await client.refunds.create({ payment_intent: intent, amount: 334 })
  await deliver()
  // 62.34 cents.
  expect(await balances(hand)).toMatchObject({ tax: 410_000n })
  sandbox.advance(0.1)
  await deliver({ backwards: true })
  await deliver({ again: true })
  expect(await balances(hand)).toEqual(before)
  sandbox.advance(31)
  await recognizeRevenue(deps)
  expect(await balances(hand)).toEqual({ owed: 0n, income: 9_990_000n, tax: 1_030_000n })
  expect(await faultsOf(db)).toEqual([])
})
