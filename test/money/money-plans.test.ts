import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CurrentUser } from '#contract/accounts.ts'
import type { EarningsReport } from '#contract/money.ts'
import { api } from '#contract/paths.ts'
import type { ChangePreview, Invoice, PlansAnswer, SubscriptionStatus } from '#contract/subscriptions.ts'
import { recordViews } from '#server/earnings/index.ts'
import { systemBalance } from '#server/ledger/index.ts'
import { endPlansOfDeleted, reconcileSubscriptions } from '#server/subscriptions/index.ts'
import { mailsTo, signInAtProvider, whoAmI } from '#test/harness/accounts.ts'
import type { ApiClient } from '../../scripts/lib/api-client.ts'
import { faultsOf, keepFailingCard, sampleOf } from '../harness/money.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

const email = 'sam@trailcut.example'
const json = (method: string, body?: unknown): RequestInit => ({
  method,
  ...(body === undefined
    ? {}
    : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
})
const messageOf = async (response: Response) => ((await response.json()) as { message: string }).message

async function setUp(env: Record<string, string> = {}) {
  const server = await startTestServer(env)
  const stripe = server.sandbox?.stripe?.control
  if (!stripe) throw new Error('The sandbox has no Stripe')
  const client = await server.person()
  await signInAtProvider(client, { email })
  const { id } = (await whoAmI(client)) as CurrentUser
  const { plans } = await client.json<PlansAnswer>(api.plans)
  const priceOf = (tier: string) => plans.find(p => p.tier === tier)?.priceId as string
  return { server, stripe, client, id, premium: priceOf('premium'), pro: priceOf('pro') }
}

/** What the card form does: the number goes to Stripe, never to the product. */
const confirm = (client: ApiClient, clientSecret: string, number: string) =>
  client.call('/sandbox/stripe/confirm', json('POST', { clientSecret, number }))
const create = (client: ApiClient, priceId: string) =>
  client.json<{ clientSecret: string; intent: string }>(api.createSubscription, json('POST', { priceId }))
const status = (client: ApiClient) => client.json<SubscriptionStatus>(api.subscriptionStatus)
const untilStatus = (client: ApiClient, wished: (s: SubscriptionStatus) => boolean) =>
  client.until(() => status(client), wished)
const untilInvoices = (client: ApiClient, wished: (list: Invoice[]) => boolean) =>
  client.until(() => client.json<Invoice[]>(api.invoices), wished)

async function subscribed(client: ApiClient, priceId: string) {
  const { clientSecret } = await create(client, priceId)
  expect((await confirm(client, clientSecret, '4242424242424242')).status).toBe(200)
  return untilStatus(client, s => s.status === 'active')
}
/** Changes the plan at the price that was quoted. */
async function changeTo(client: ApiClient, priceId: string): Promise<Response> {
  const { quoteId } = await client.json<ChangePreview>(api.previewPlanChange, json('POST', { priceId }))
  return client.call(api.changePlan, json('POST', { priceId, quoteId }))
}
const income = (server: TestServer) => systemBalance(server.deps.db, 'subscription_revenue')

test('a plan is bought by card; views earn more from then on; the ledger has the payment', async () => {
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
  const [paid] = await untilInvoices(client, list => list[0]?.status === 'paid')
  expect(paid).toMatchObject({ amount: 9.99, refunded: 0 })
  await client.until(
    () => income(server),
    amount => amount > 0n,
  )
  expect(await income(server)).toBe(9_990_000n)
  // 2.9 % and $0.30, told when the payment has been captured.
  await client.until(
    () => systemBalance(server.deps.db, 'card_fees'),
    amount => amount === -590_000n,
  )
  expect(await systemBalance(server.deps.db, 'card_payments')).toBe(-9_400_000n)
  expect(
    await messageOf(await client.call(api.createSubscription, json('POST', { priceId: premium }))),
  ).toContain('You have a plan already')
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
    breakdown: { viewRevenue: 0, premiumViewRevenue: 52.5 },
  })
  expect(await faultsOf(server.deps.db)).toEqual([])
})

test('the test cards behave as documented: declined, no money, 3-D Secure passed and failed', async () => {
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
  const owner = (outcome: string) =>
    client.json('/sandbox/stripe/authenticate', json('POST', { clientSecret, outcome }))
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

test('cancelled at the end of the period, resumed, ended; bought again', async () => {
  const { stripe, client, premium } = await setUp()
  expect((await client.call(api.cancelSubscription, json('POST'))).status).toBe(409)
  await subscribed(client, premium)
  const cancelled = await client.json(api.cancelSubscription, json('POST'))
  expect(cancelled).toMatchObject({ isPremium: true, cancelAtPeriodEnd: true })
  expect(await client.json(api.resumeSubscription, json('POST'))).toMatchObject({ cancelAtPeriodEnd: false })
  await client.json(api.cancelSubscription, json('POST'))
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
  const preview = await client.json<ChangePreview>(api.previewPlanChange, json('POST', { priceId: pro }))
  expect(preview).toMatchObject({ tier: 'pro', nextAmount: 24.99 })
  expect(preview.lines).toHaveLength(2)
  expect(preview.dueNow).toBeCloseTo(15, 1)
  const { quoteId } = preview
  const changed = await client.json(api.changePlan, json('POST', { priceId: pro, quoteId }))
  expect(changed).toMatchObject({ tier: 'pro', multiplier: 2 })
  const invoices = await untilInvoices(client, list => list.length === 2)
  expect(invoices.map(i => i.amount)).toContain(preview.dueNow)
  expect((await client.call(api.changePlan, json('POST', { priceId: pro, quoteId }))).status).toBe(409)
  const others = json('POST', { priceId: 'price_of_others', quoteId })
  expect((await client.call(api.changePlan, others)).status).toBe(422)
  // Back to the cheaper one: what is left over is credit.
  const back = await client.json<ChangePreview>(api.previewPlanChange, json('POST', { priceId: premium }))
  expect(back.dueNow).toBeLessThan(0)
  await client.json(api.changePlan, json('POST', { priceId: premium, quoteId: back.quoteId }))
  expect(await status(client)).toMatchObject({ tier: 'premium' })
  stripe.advance(32)
  const all = await untilInvoices(client, list => list.length === 4 && list.every(i => i.status === 'paid'))
  expect(all[0]?.amount).toBe(0)
  await stripe.webhooks.settled()
  expect(await faultsOf(server.deps.db)).toEqual([])
})

test('a change that the card does not pay changes nothing', async () => {
  const { server, stripe, client, premium, pro } = await setUp()
  await subscribed(client, premium)
  const [plan] = stripe.state.all('subscription')
  if (!plan || !server.deps.stripe) throw new Error('There is no plan')
  await keepFailingCard(server.deps.stripe, plan)
  const refused = await changeTo(client, pro)
  expect(refused.status).toBe(409)
  expect(await messageOf(refused)).toBe('Your card was declined.')
  expect(await status(client)).toMatchObject({ tier: 'premium', status: 'active', multiplier: 1.5 })
  const invoices = await untilInvoices(client, list => list.length === 2)
  expect(invoices.map(i => i.status).sort()).toEqual(['paid', 'void'])
  expect(await income(server)).toBe(9_990_000n)
})

test('a failed renewal: a mail per attempt, grace, another card, and the end', async () => {
  const { server, stripe, client, premium } = await setUp()
  // A card whose owner is asked every time, so that nothing is paid while nobody is there.
  const { clientSecret } = await create(client, premium)
  await confirm(client, clientSecret, '4000002760003184')
  await client.json('/sandbox/stripe/authenticate', json('POST', { clientSecret, outcome: 'complete' }))
  await untilStatus(client, s => s.status === 'active')
  stripe.advance(32)
  const late = await untilStatus(client, s => s.status === 'past_due')
  // The clock there is ahead of ours: the grace has not run out.
  expect(late).toMatchObject({ tier: 'premium', isPremium: true })
  expect(late.clientSecret).toMatch(/^pi_.*_secret_/)
  const mails = await client.until(
    () => mailsTo(client, email),
    list => list.some(m => m.subject === 'Your plan could not be renewed'),
  )
  expect(mails[0]?.text).toContain('$9.99')
  await confirm(client, late.clientSecret as string, '4242424242424242')
  expect(await untilStatus(client, s => s.status === 'active')).toMatchObject({
    tier: 'premium',
    graceUntil: null,
  })
  // The card that fails, again, until Stripe gives up.
  const [s] = stripe.state.all('subscription')
  const [first] = stripe.state.all('payment_method')
  stripe.state.put('subscription', {
    ...(s as NonNullable<typeof s>),
    default_payment_method: first?.id as string,
  })
  stripe.advance(32)
  await untilStatus(client, one => one.status === 'past_due')
  stripe.advance(7)
  expect(await untilStatus(client, one => one.status === 'canceled')).toMatchObject({ tier: 'free' })
  // One for the first renewal, one at least for the second.
  await client.until(
    () => mailsTo(client, email),
    list => list.filter(m => m.subject === 'Your plan could not be renewed').length > 1,
  )
  expect(await faultsOf(server.deps.db)).toEqual([])
})

test('the money-back guarantee: staff pay back once, the plan ends, the ledger agrees', async () => {
  const { server, client, id, premium } = await setUp()
  await subscribed(client, premium)
  const [paid] = await untilInvoices(client, list => list[0]?.status === 'paid')
  const admin = await server.person()
  await signInAtProvider(admin, { email: 'admin@trailcut.example' })
  const refund = (who: ApiClient, invoiceId = paid?.id as string) =>
    who.call(api.refundInvoice(invoiceId), json('POST', { reason: 'Did not like it' }))
  expect((await refund(client)).status).toBe(403)
  expect((await refund(admin, 'in_none')).status).toBe(404)
  const answers = await Promise.all([refund(admin), refund(admin)])
  expect(answers.some(a => a.status === 200)).toBe(true)
  expect((await refund(admin)).status).toBe(409)
  expect(server.sandbox?.stripe?.control.state.all('refund')).toMatchObject([{ amount: 999 }])
  expect(await status(client)).toMatchObject({ tier: 'free', status: 'canceled' })
  expect((await admin.json<Invoice[]>(api.userInvoices(id)))[0]).toMatchObject({
    amount: 9.99,
    refunded: 9.99,
  })
  expect(await income(server)).toBe(0n)
  // Stripe keeps its fee.
  expect(await systemBalance(server.deps.db, 'card_fees')).toBe(-590_000n)
  expect(await faultsOf(server.deps.db)).toEqual([])
  // Older than 30 days: no more. News of the refund may still arrive and be written over this.
  const refundLater = async () => {
    await server.deps.db
      .updateTable('billing_invoices')
      .set({ refunded_cents: 0, paid_at: new Date(Date.now() - 31 * 86_400_000) })
      .execute()
    return messageOf(await refund(admin))
  }
  await expect.poll(refundLater, { timeout: 10_000 }).toContain('30 days')
})

test('events late, twice and the other way round come to the same; forged ones are refused', async () => {
  const { server, stripe, client, premium, pro } = await setUp()
  stripe.webhooks.hold()
  const { clientSecret } = await create(client, premium)
  await confirm(client, clientSecret, '4242424242424242')
  await client.until(
    () => status(client),
    s => s.isPremium,
  )
  expect((await changeTo(client, pro)).status).toBe(200)
  // Three days later, backwards, three times each.
  await stripe.webhooks.release({ reverse: true, copies: 3 })
  await client.until(
    () => server.deps.db.selectFrom('stripe_events').select('id').where('processed_at', 'is', null).execute(),
    waiting => waiting.length === 0,
  )
  expect(await status(client)).toMatchObject({ tier: 'pro', status: 'active' })
  const invoices = await client.json<Invoice[]>(api.invoices)
  const total = invoices.reduce((sum, i) => sum + Math.round(i.amount * 100), 0)
  expect(await income(server)).toBe(BigInt(total) * 10_000n)
  const stored = await server.deps.db.selectFrom('stripe_events').select('id').execute()
  expect(stored).toHaveLength(stripe.state.all('event').length)

  const forged = (signature: string) =>
    client.call(api.stripeWebhook, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: JSON.stringify({ id: 'evt_forged', object: 'event', type: 'invoice.paid', data: { object: {} } }),
    })
  const t = Math.floor(Date.now() / 1000)
  for (const signature of ['', `t=${t},v1=${'0'.repeat(64)}`, `t=${t - 4000},v1=${'0'.repeat(64)}`])
    expect((await forged(signature)).status).toBe(400)
  expect(
    await server.deps.db.selectFrom('stripe_events').select('id').where('id', '=', 'evt_forged').execute(),
  ).toEqual([])
  expect(await faultsOf(server.deps.db)).toEqual([])
})

test('news that never came is found out by asking', async () => {
  const { server, stripe, client, premium } = await setUp()
  await subscribed(client, premium)
  stripe.webhooks.hold()
  stripe.advance(32)
  await reconcileSubscriptions(server.deps)
  const invoices = await client.json<Invoice[]>(api.invoices)
  expect(invoices.map(i => [i.amount, i.status])).toEqual([
    [9.99, 'paid'],
    [9.99, 'paid'],
  ])
  expect(await income(server)).toBe(19_980_000n)
})

test('whoever deletes the account pays no further; what is kept of the money comes with the data', async () => {
  const { server, stripe, client, premium } = await setUp()
  await subscribed(client, premium)
  await untilInvoices(client, list => list[0]?.status === 'paid')
  const archive = Buffer.from(await (await client.call(api.exportData)).arrayBuffer()).toString('latin1')
  for (const file of ['transactions', 'payouts', 'payout-settings', 'plans-and-invoices'])
    expect(archive).toContain(`${file}.json`)
  await client.json(api.deleteAccount, json('POST', { confirmEmail: email }))
  await endPlansOfDeleted(server.deps)
  expect(stripe.state.all('subscription').map(s => s.status)).toEqual(['canceled'])
  stripe.advance(40)
  expect(stripe.state.all('invoice')).toHaveLength(1)
  expect(await faultsOf(server.deps.db)).toEqual([])
})

test('two tabs buy at once: one plan; a cut line is repeated under the same key', async () => {
  const { stripe, client, premium } = await setUp()
  stripe.faults.add({ match: 'POST /v1/customers', kind: 'cut_after' })
  stripe.faults.add({ match: 'POST /v1/subscriptions', kind: 'cut_after', times: 2 })
  const made = await Promise.all([create(client, premium), create(client, premium), create(client, premium)])
  expect(new Set(made.map(m => m.clientSecret)).size).toBe(1)
  expect(stripe.state.all('customer')).toHaveLength(1)
  expect(stripe.state.all('subscription')).toHaveLength(1)
  const unproven = await client.call(api.stripeWebhook, { method: 'POST', body: 'x' })
  expect(unproven.status).toBe(400)
})
