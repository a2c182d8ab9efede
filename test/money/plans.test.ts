import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { EarningsReport } from '#contract/money/earnings.ts'
import type { ChangePreview } from '#contract/money/subscriptions.ts'
import { api } from '#contract/paths.ts'
import { recordViews } from '#server/earnings/index.ts'
import { systemBalance } from '#server/ledger/index.ts'
import { post } from '#test/harness/accounts.ts'
import { ask, messageOf } from '#test/harness/review.ts'
import { faultsOf, keepFailingCard, sampleOf } from '../harness/money.ts'
import {
  changeTo,
  confirm,
  create,
  income,
  setUp,
  status,
  subscribed,
  untilInvoices,
  untilStatus,
} from './plans-setup.ts'

test('a plan is bought by card; views earn more from then on; the payment is in the ledger', async () => {
  const { server, client, id, premium } = await setUp()
  expect(await status(client)).toMatchObject({
    tier: 'free',
    isPremium: false,
    status: 'none',
    multiplier: 1,
  })
  const { clientSecret, intent } = await create(client, premium)
  expect(intent).toBe('payment')
  expect((await create(client, premium)).clientSecret).toBe(clientSecret)
  expect(await status(client)).toMatchObject({ tier: 'free', status: 'incomplete' })
  await confirm(client, clientSecret, '4242 4242 4242 4242')
  const bought = await untilStatus(client, s => s.isPremium)
  expect(bought).toMatchObject({
    tier: 'premium',
    status: 'active',
    multiplier: 1.5,
    cancelAtPeriodEnd: false,
  })
  expect(Date.parse(bought.currentPeriodEnd as string)).toBeGreaterThan(Date.now() + 27 * 86_400_000)
  const [paid] = await untilInvoices(client, server, list => list[0]?.status === 'paid')
  expect(paid).toMatchObject({ amount: 9.99, refunded: 0 })
  await client.until(
    () => income(server),
    amount => amount > 0n,
  )
  expect(await income(server)).toBe(9_990_000n)
  // 2.9% and $0.30, known once the payment is captured.
  await client.until(
    () => systemBalance(server.deps.db, 'processing_fees'),
    amount => amount === -590_000n,
  )
  // Independent of whether the event for the sandbox's first top-up has arrived.
  const atStripe = await systemBalance(server.deps.db, 'stripe_balance')
  const outOfBank = await systemBalance(server.deps.db, 'bank')
  expect(BigInt(atStripe) + BigInt(outOfBank)).toBe(-9_400_000n)
  expect(await messageOf(await post(client, api.createSubscription, { priceId: premium }))).toContain(
    'You already have a plan',
  )
  const sampledAt = new Date()
  await server.deps.db
    .transaction()
    .execute(tx =>
      recordViews(tx, sampledAt, [sampleOf({ userId: id, videoId: randomUUID(), views: 1000, sampledAt })]),
    )
  const day = sampledAt.toISOString()
  const report = await client.json<EarningsReport>(`${api.earningsReport}?startDate=${day}&endDate=${day}`)
  expect(report).toMatchObject({
    totalEarnings: 52.5,
    premiumViews: 1000,
    // What these views would have earned without the plan, and what the plan added.
    breakdown: { viewRevenue: 0, premiumViewRevenue: 35, subscriptionRevenue: 17.5 },
  })
  expect(await faultsOf(server.deps.db)).toEqual([])
})

test('the test cards behave as documented: declined, insufficient funds, 3-D Secure passed and failed', async () => {
  const { server, client, pro } = await setUp()
  const { clientSecret } = await create(client, pro)
  const errorOf = async (response: Response) =>
    ((await response.json()) as { error: { code: string; decline_code?: string; message: string } }).error
  const declined = await confirm(client, clientSecret, '4000000000000002')
  expect(declined.status).toBe(402)
  expect(await errorOf(declined)).toMatchObject({ code: 'card_declined', message: 'Your card was declined.' })
  const empty = await confirm(client, clientSecret, '4000000000009995')
  expect(await errorOf(empty)).toMatchObject({ decline_code: 'insufficient_funds' })
  expect(await status(client)).toMatchObject({ tier: 'free', status: 'incomplete' })

  const asks = async () => (await confirm(client, clientSecret, '4000002500003155')).json()
  expect(await asks()).toMatchObject({ status: 'requires_action' })
  const owner = (outcome: string) => client.post('/sandbox/stripe/authenticate', { clientSecret, outcome })
  expect(await owner('fail')).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  })
  await asks()
  expect(await owner('complete')).toMatchObject({ status: 'succeeded' })
  expect(await untilStatus(client, s => s.status === 'active')).toMatchObject({ tier: 'pro', multiplier: 2 })
  const wrong = await confirm(client, 'pi_00_secret_00', '4242424242424242')
  expect(wrong.status).toBe(404)
  expect(await faultsOf(server.deps.db)).toEqual([])
})

test('canceled at the end of the period, resumed, ended; bought again', async () => {
  const { stripe, client, premium } = await setUp()
  expect((await ask(client, 'POST', api.cancelSubscription)).status).toBe(409)
  await subscribed(client, premium)
  const cancelled = await client.json(api.cancelSubscription, { method: 'POST' })
  expect(cancelled).toMatchObject({ isPremium: true, cancelAtPeriodEnd: true })
  expect(await client.json(api.resumeSubscription, { method: 'POST' })).toMatchObject({
    cancelAtPeriodEnd: false,
  })
  await client.json(api.cancelSubscription, { method: 'POST' })
  stripe.advance(32)
  expect(await untilStatus(client, s => !s.isPremium)).toMatchObject({
    tier: 'free',
    status: 'canceled',
    currentPeriodEnd: null,
    cancelAtPeriodEnd: false,
  })
  expect(await subscribed(client, premium)).toMatchObject({ tier: 'premium' })
})

test('a change of plan costs what was shown; credit is used later', async () => {
  const { server, stripe, client, premium, pro } = await setUp()
  await subscribed(client, premium)
  const preview = await client.post<ChangePreview>(api.previewPlanChange, { priceId: pro })
  expect(preview).toMatchObject({ tier: 'pro', nextAmount: 24.99 })
  expect(preview.lines).toHaveLength(2)
  expect(preview.dueNow).toBeCloseTo(15, 1)
  const { quoteId } = preview
  const changed = await client.post(api.changePlan, { priceId: pro, quoteId })
  expect(changed).toMatchObject({ tier: 'pro', multiplier: 2 })
  const invoices = await untilInvoices(client, server, list => list.length === 2)
  expect(invoices.map(i => i.amount)).toContain(preview.dueNow)
  expect((await post(client, api.changePlan, { priceId: pro, quoteId })).status).toBe(409)
  const others = { priceId: 'price_of_others', quoteId }
  expect((await post(client, api.changePlan, others)).status).toBe(422)
  // Back to the cheaper plan: the rest becomes credit.
  const back = await client.post<ChangePreview>(api.previewPlanChange, { priceId: premium })
  expect(back.dueNow).toBeLessThan(0)
  await client.post(api.changePlan, { priceId: premium, quoteId: back.quoteId })
  expect(await status(client)).toMatchObject({ tier: 'premium' })
  stripe.advance(32)
  const all = await untilInvoices(
    client,
    server,
    list => list.length === 4 && list.every(i => i.status === 'paid'),
  )
  expect(all[0]?.amount).toBe(0)
  await stripe.webhooks.settled()
  expect(await faultsOf(server.deps.db)).toEqual([])
})

test('a change whose payment is declined changes nothing', async () => {
  const { server, stripe, client, premium, pro } = await setUp()
  await subscribed(client, premium)
  const [plan] = stripe.state.all('subscription')
  if (!plan || !server.deps.stripe) throw new Error('There is no plan')
  await keepFailingCard(server.deps.stripe, plan)
  const refused = await changeTo(client, pro)
  expect(refused.status).toBe(409)
  expect(await messageOf(refused)).toBe('Your card was declined.')
  expect(await status(client)).toMatchObject({ tier: 'premium', status: 'active', multiplier: 1.5 })
  const invoices = await untilInvoices(client, server, list => list.length === 2)
  expect(invoices.map(i => i.status).sort()).toEqual(['paid', 'void'])
  expect(await income(server)).toBe(9_990_000n)
})
