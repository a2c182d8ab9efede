import { expect, test } from 'vitest'
import type { ChangePreview, SubscriptionStatus } from '#contract/money/subscriptions.ts'
import { api } from '#contract/paths.ts'
import type { ApiClient } from '../../scripts/lib/api-client.ts'
import { faultsOf } from '../harness/money.ts'
import {
  changeTo,
  confirm,
  create,
  income,
  setUp,
  status,
  untilInvoices,
  untilStatus,
} from './plans-setup.ts'

/** The bank asks the owner at every payment. */
const asksEveryTime = '4000002760003184'

const owner = (client: ApiClient, clientSecret: string | null, outcome: 'complete' | 'fail') =>
  client.post('/sandbox/stripe/authenticate', { clientSecret, outcome })

/** A rider on Premium, whose bank asks the owner at every payment. */
async function askedRider() {
  const all = await setUp()
  const { client, premium } = all
  const { clientSecret } = await create(client, premium)
  await confirm(client, clientSecret, asksEveryTime)
  await owner(client, clientSecret, 'complete')
  await untilStatus(client, s => s.status === 'active')
  return all
}

async function changing(client: ApiClient, priceId: string): Promise<SubscriptionStatus> {
  const answer = await changeTo(client, priceId)
  expect(answer.status).toBe(200)
  return (await answer.json()) as SubscriptionStatus
}

test('a card that needs authentication changes the plan once its owner has confirmed', async () => {
  const { server, stripe, client, premium, pro } = await askedRider()
  const waiting = await changing(client, pro)
  expect(waiting).toMatchObject({
    tier: 'premium',
    multiplier: 1.5,
    pendingChange: { priceId: pro, tier: 'pro' },
  })
  // A second press has the same price and continues the same payment.
  const again = await client.post<ChangePreview>(api.previewPlanChange, { priceId: pro })
  const resumed = await client.post<SubscriptionStatus>(api.changePlan, {
    priceId: pro,
    quoteId: again.quoteId,
  })
  expect(resumed.clientSecret).toBe(waiting.clientSecret)
  expect(resumed.pendingChange).toEqual(waiting.pendingChange)
  await stripe.webhooks.settled()
  const open = await untilInvoices(client, server, list => list.length === 2)
  expect(open.map(i => i.status)).toEqual(['open', 'paid'])
  expect(open[0]?.amount).toBe(again.dueNow)
  expect(await income(server)).toBe(9_990_000n)
  expect(await status(client)).toMatchObject({ tier: 'premium', status: 'active' })
  await owner(client, waiting.clientSecret, 'complete')
  expect(await untilStatus(client, s => s.tier === 'pro')).toMatchObject({
    status: 'active',
    multiplier: 2,
    pendingChange: null,
    clientSecret: null,
  })
  const paid = await untilInvoices(client, server, list => list.every(i => i.status === 'paid'))
  expect(paid).toHaveLength(2)
  expect(stripe.state.all('subscription')[0]?.items.data[0].price.id).toBe(pro)
  expect(stripe.state.all('event').map(e => e.type)).toContain('customer.subscription.pending_update_applied')
  expect((await changeTo(client, premium)).status).toBe(200)
  expect(await faultsOf(server.deps.db)).toEqual([])
})

test('a change whose owner says no, or gives up, leaves everything as before', async () => {
  const { server, stripe, client, pro } = await askedRider()
  const first = await changing(client, pro)
  await owner(client, first.clientSecret, 'fail')
  expect(await status(client)).toMatchObject({ tier: 'premium', pendingChange: { tier: 'pro' } })
  // The next try has a payment of its own.
  const second = await changing(client, pro)
  expect(second.clientSecret).not.toBe(first.clientSecret)
  expect(await client.json(api.cancelPlanChange, { method: 'POST' })).toMatchObject({
    tier: 'premium',
    status: 'active',
    pendingChange: null,
    clientSecret: null,
  })
  // Nothing is left to give up.
  expect(await client.json(api.cancelPlanChange, { method: 'POST' })).toMatchObject({ pendingChange: null })
  await stripe.webhooks.settled()
  const invoices = await untilInvoices(client, server, list => list.length === 3)
  expect(invoices.map(i => i.status).sort()).toEqual(['paid', 'void', 'void'])
  expect(await income(server)).toBe(9_990_000n)
  expect(await faultsOf(server.deps.db)).toEqual([])
})

test("a change that nobody confirms expires within a day; a canceled plan stays canceled until it's paid", async () => {
  const { server, stripe, client, pro } = await askedRider()
  await client.json(api.cancelSubscription, { method: 'POST' })
  const { pendingChange } = await changing(client, pro)
  const left = Date.parse(pendingChange?.expiresAt ?? '') - stripe.state.now() * 1000
  expect(left).toBeLessThanOrEqual(23 * 3600_000)
  expect(left).toBeGreaterThan(22 * 3600_000)
  expect(await status(client)).toMatchObject({ cancelAtPeriodEnd: true })
  stripe.advance(1)
  expect(await untilStatus(client, s => s.pendingChange === null)).toMatchObject({
    tier: 'premium',
    status: 'active',
    cancelAtPeriodEnd: true,
  })
  await stripe.webhooks.settled()
  expect((await untilInvoices(client, server, list => list.length === 2)).map(i => i.status)).toEqual([
    'void',
    'paid',
  ])
  const { clientSecret } = await changing(client, pro)
  await owner(client, clientSecret, 'complete')
  expect(await untilStatus(client, s => s.tier === 'pro')).toMatchObject({ cancelAtPeriodEnd: false })
  expect(await faultsOf(server.deps.db)).toEqual([])
})
