/**
 * What the sandbox does but Stripe's test mode can't, and so is not in the contract:
 * - cut connections, 500 and 409 answers: Stripe doesn't fail on demand;
 * - webhooks, and holding, duplicating and reordering them: test mode only calls public addresses;
 * - passing or failing 3-D Secure, and a completed onboarding: a person does these on Stripe's pages;
 * - balance changes by transfers, and an insufficient balance: they need an onboarded recipient;
 * - retries and the end of a plan after them, exact fees: settings of the account;
 * - what survives the end of its process, and the time of all customers at once.
 */
import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { sandboxStripe, subscribe } from '#test/harness/stripe.ts'
import { scratchFolder } from '#test/media/make.ts'

const types = (events: { type: string }[]) => events.map(e => e.type)

test("events are signed and sent; the sandbox's own fields stay private", async () => {
  const { sandbox, stripe, events } = await sandboxStripe()
  const { invoice, intent } = await subscribe(stripe, sandbox.prices.premium)
  expect(JSON.stringify(invoice)).not.toContain('"_')
  await stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' })
  await sandbox.webhooks.settled()
  const seen = types(events)
  expect(seen).toEqual(
    expect.arrayContaining([
      'customer.subscription.created',
      'invoice.paid',
      'customer.subscription.updated',
    ]),
  )
  // With asynchronous capture, the fee is known only after the payment.
  const transactionsIn = (type: string) =>
    events.filter(e => e.type === type).map(e => (e.data.object as Stripe.Charge).balance_transaction)
  expect(transactionsIn('charge.succeeded')).toEqual([null])
  expect(transactionsIn('charge.updated')).toEqual([expect.stringMatching(/^txn_/)])
  const { data } = await stripe.balanceTransactions.list({ type: 'charge' })
  expect(data).toMatchObject([{ amount: 999, fee: 59, net: 940 }])
})

test('failing renewals are retried, then the plan ends', async () => {
  const { sandbox, stripe, events } = await sandboxStripe()
  const { customer, subscription, intent } = await subscribe(stripe, sandbox.prices.premium)
  await stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' })
  const card = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id })
  await stripe.subscriptions.update(subscription.id, { default_payment_method: card.id })
  sandbox.advance(32)
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due')
  sandbox.advance(8)
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled')
  await sandbox.webhooks.settled()
  expect(types(events)).toEqual(
    expect.arrayContaining(['invoice.payment_failed', 'customer.subscription.deleted']),
  )
})

test('a test clock moves only its own customers', async () => {
  const { sandbox, stripe } = await sandboxStripe()
  const frozen_time = sandbox.state.now()
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time })
  const own = await subscribe(stripe, sandbox.prices.premium, clock.id)
  const other = await subscribe(stripe, sandbox.prices.premium)
  for (const { intent } of [own, other])
    await stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' })
  const invoices = async ({ customer }: typeof own) =>
    (await stripe.invoices.list({ customer: customer.id })).data.length
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: frozen_time + 32 * 86_400 })
  expect([await invoices(own), await invoices(other)]).toEqual([2, 1])
  sandbox.advance(32)
  expect([await invoices(own), await invoices(other)]).toEqual([2, 2])
  await expect(stripe.testHelpers.testClocks.advance(clock.id, { frozen_time })).rejects.toThrow('forward')
})

test('a change that waits takes effect when its owner has confirmed it, or expires with its invoice', async () => {
  const { sandbox, stripe, events } = await sandboxStripe()
  const { customer, subscription, intent } = await subscribe(stripe, sandbox.prices.premium)
  await stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' })
  await stripe.customers.createBalanceTransaction(customer.id, { amount: -300, currency: 'usd' })
  const card = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer: customer.id })
  await stripe.subscriptions.update(subscription.id, { default_payment_method: card.id })
  const item = subscription.items.data[0] as Stripe.SubscriptionItem
  const order = {
    items: [{ id: item.id, price: sandbox.prices.pro }],
    proration_behavior: 'always_invoice' as const,
  }
  await expect(
    stripe.subscriptions.update(subscription.id, { ...order, payment_behavior: 'error_if_incomplete' }),
  ).rejects.toMatchObject({ code: 'subscription_payment_intent_requires_action' })
  const change = () =>
    stripe.subscriptions.update(subscription.id, { ...order, payment_behavior: 'pending_if_incomplete' })
  const balance = async () => ((await stripe.customers.retrieve(customer.id)) as Stripe.Customer).balance
  const first = await change()
  expect(await balance()).toBe(0)
  // A second change meanwhile is refused here: what Stripe does with it is not documented.
  await expect(change()).rejects.toThrow('pending update')
  sandbox.advance(0.95)
  expect((await stripe.subscriptions.retrieve(subscription.id)).pending_update).not.toBeNull()
  sandbox.advance(0.05)
  const expired = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  expect(expired).toMatchObject({ pending_update: null, latest_invoice: { status: 'void' } })
  expect(expired.items.data[0]?.price.id).toBe(sandbox.prices.premium)
  expect(await balance()).toBe(-300)

  const second = await change()
  expect(second.latest_invoice).not.toBe(first.latest_invoice)
  const { data } = await stripe.invoicePayments.list({ invoice: second.latest_invoice as string })
  const waiting = data[0]?.payment.payment_intent as string
  await stripe.paymentIntents.confirm(waiting, { payment_method: 'pm_card_visa' })
  const applied = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  expect(applied).toMatchObject({ pending_update: null, latest_invoice: { status: 'paid' } })
  expect(applied.items.data[0]?.price.id).toBe(sandbox.prices.pro)
  await sandbox.webhooks.settled()
  expect(types(events)).toEqual(
    expect.arrayContaining([
      'invoice.payment_action_required',
      'invoice.voided',
      'customer.subscription.pending_update_expired',
      'customer.subscription.pending_update_applied',
    ]),
  )
})

test('half a month is prorated to the cent', async () => {
  const { sandbox, stripe } = await sandboxStripe()
  const { customer, subscription, intent } = await subscribe(stripe, sandbox.prices.premium)
  await stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' })
  const item = subscription.items.data[0] as Stripe.SubscriptionItem
  const preview = await stripe.invoices.createPreview({
    customer: customer.id,
    subscription: subscription.id,
    subscription_details: {
      items: [{ id: item.id, price: sandbox.prices.pro }],
      proration_date: Math.floor((item.current_period_start + item.current_period_end) / 2),
      proration_behavior: 'always_invoice',
    },
  })
  expect(preview.amount_due).toBe(1250 - 500)
})

test("an idempotency key keeps its answer, even a 500; a cut connection doesn't reveal what was done", async () => {
  const { sandbox, stripe } = await sandboxStripe()
  sandbox.setBalance(10_000)
  const account = await stripe.v2.core.accounts.create({
    contact_email: 'sam@trailcut.example',
    identity: { country: 'us' },
  })
  sandbox.setRecipient(account.id, 'active')
  const order = { amount: 500, currency: 'usd', destination: account.id, transfer_group: 'payout:1' }
  const send = (key: string, more = {}) =>
    stripe.transfers.create({ ...order, ...more }, { idempotencyKey: key })
  const first = await send('a')
  expect((await send('a')).id).toBe(first.id)
  await expect(send('a', { amount: 600 })).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
  sandbox.faults.add({ match: 'POST /v1/transfers', kind: 'error_500' })
  await expect(send('b')).rejects.toMatchObject({ statusCode: 500 })
  await expect(send('b')).rejects.toMatchObject({
    statusCode: 500,
    headers: { 'idempotent-replayed': 'true' },
  })
  // The client retries once by itself when a connection is cut.
  sandbox.faults.add({ match: 'POST /v1/transfers', kind: 'cut_after', times: 2 })
  await expect(send('c')).rejects.toMatchObject({ type: 'StripeConnectionError' })
  sandbox.faults.add({ match: 'POST /v1/transfers', kind: 'cut_before', times: 2 })
  await expect(send('d')).rejects.toMatchObject({ type: 'StripeConnectionError' })
  const listed = await stripe.transfers.list({ transfer_group: 'payout:1' })
  expect(listed.data).toHaveLength(2)
})

const replayed = { 'idempotent-replayed': 'true' }

test("a refusal is stored for its key for a day; a request that never started isn't", async () => {
  const { sandbox, stripe } = await sandboxStripe()
  const account = await stripe.v2.core.accounts.create({
    contact_email: 'sam@trailcut.example',
    identity: { country: 'us' },
  })
  const order = { amount: 500, currency: 'usd', destination: account.id }
  const send = (idempotencyKey: string, more = {}) =>
    stripe.transfers.create({ ...order, ...more }, { idempotencyKey })
  await expect(send('a')).rejects.toMatchObject({ code: 'insufficient_capabilities_for_transfer' })
  sandbox.setRecipient(account.id, 'active')
  await expect(send('b')).rejects.toMatchObject({ code: 'balance_insufficient' })
  sandbox.setBalance(10_000)
  for (const [key, code] of [
    ['a', 'insufficient_capabilities_for_transfer'],
    ['b', 'balance_insufficient'],
  ] as const)
    await expect(send(key)).rejects.toMatchObject({ code, headers: replayed })
  await expect(send('c', { sum: 1 })).rejects.toMatchObject({ code: 'parameter_unknown' })
  expect((await send('c')).amount).toBe(500)
  sandbox.advance(1.1)
  expect((await send('b')).amount).toBe(500)
})

test('the balance grows by card payments after two days and by top-ups, and shrinks by transfers', async () => {
  const { sandbox, stripe, events } = await sandboxStripe()
  const balance = async () => {
    const { available, pending } = await stripe.balance.retrieve()
    return [available[0]?.amount, pending[0]?.amount]
  }
  expect(await balance()).toEqual([0, 0])
  const { intent } = await subscribe(stripe, sandbox.prices.premium)
  await stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' })
  expect(await balance()).toEqual([0, 940])
  sandbox.advance(2.1)
  expect(await balance()).toEqual([940, 0])
  sandbox.setBalance(5000)
  const account = await stripe.v2.core.accounts.create({
    contact_email: 'sam@trailcut.example',
    identity: { country: 'us' },
  })
  sandbox.setRecipient(account.id, 'active')
  const order = { amount: 4500, currency: 'usd', destination: account.id }
  const { id } = await stripe.transfers.create(order)
  expect(await balance()).toEqual([500, 0])
  await expect(stripe.transfers.create(order)).rejects.toMatchObject({ code: 'balance_insufficient' })
  await stripe.transfers.createReversal(id)
  expect(await balance()).toEqual([5000, 0])
  await stripe.refunds.create({ payment_intent: intent })
  expect(await balance()).toEqual([4001, 0])
  await sandbox.webhooks.settled()
  expect(types(events)).toEqual(expect.arrayContaining(['topup.succeeded', 'balance.available']))
})

test('disputes report every step; an inquiry withdraws no money; an accepted dispute is lost', async () => {
  const { sandbox, stripe, events } = await sandboxStripe()
  const disputed = async (card: string) => {
    const { intent } = await subscribe(stripe, sandbox.prices.premium)
    await stripe.paymentIntents.confirm(intent, { payment_method: card })
    return (await stripe.disputes.list({ payment_intent: intent })).data[0] as Stripe.Dispute
  }
  const steps = async () => {
    await sandbox.webhooks.settled()
    return types(events.splice(0)).filter(type => type.startsWith('charge.dispute.'))
  }
  const won = await disputed('pm_card_createDispute')
  await stripe.disputes.update(won.id, { evidence: { product_description: 'A plan' }, submit: false })
  await stripe.disputes.update(won.id, { evidence: { uncategorized_text: 'winning_evidence' } })
  expect((await steps()).sort()).toEqual(
    ['created', 'funds_withdrawn', 'updated', 'updated', 'closed', 'funds_reinstated']
      .map(step => `charge.dispute.${step}`)
      .sort(),
  )
  const asked = await disputed('pm_card_createDisputeInquiry')
  expect(asked).toMatchObject({ status: 'warning_needs_response', balance_transactions: [] })
  expect(await stripe.disputes.close(asked.id)).toMatchObject({ status: 'warning_closed' })
  expect((await steps()).sort()).toEqual(['charge.dispute.closed', 'charge.dispute.created'])
  const lost = await disputed('pm_card_createDispute')
  await expect(
    stripe.refunds.create({ payment_intent: lost.payment_intent as string }),
  ).rejects.toMatchObject({
    code: 'charge_disputed',
  })
  expect(await stripe.disputes.close(lost.id)).toMatchObject({ status: 'lost' })
  const { data } = await stripe.balanceTransactions.list({ type: 'adjustment' })
  // $9.99 and $15.00 are withdrawn; winning returns $9.99.
  expect(data.map(t => t.net)).toEqual([-2499, 999, -2499])
})

test('a refund to a card that refuses it fails later, and the money returns', async () => {
  const { sandbox, stripe, events } = await sandboxStripe()
  const { intent } = await subscribe(stripe, sandbox.prices.premium)
  await stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_refundFail' })
  const { id } = await stripe.refunds.create({ payment_intent: intent })
  sandbox.advance(0.1)
  const failed = await stripe.refunds.retrieve(id)
  expect(failed).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' })
  const { data } = await stripe.balanceTransactions.list({ source: id })
  expect(data.map(t => [t.type, t.net])).toEqual([
    ['refund_failure', 999],
    ['refund', -999],
  ])
  await sandbox.webhooks.settled()
  expect(types(events)).toEqual(expect.arrayContaining(['refund.failed', 'charge.refund.updated']))
})

test('lists page strictly: by time, in both directions, and refuse an unknown cursor', async () => {
  const { sandbox, stripe } = await sandboxStripe()
  for (let i = 1; i <= 5; i++) sandbox.setBalance(i * 100)
  const all: string[] = []
  for await (const { id } of stripe.balanceTransactions.list({ limit: 2 })) all.push(id)
  expect(new Set(all).size).toBe(5)
  const [newest, second] = all as [string, string]
  const before = await stripe.balanceTransactions.list({ ending_before: second })
  expect(before.data.map(t => t.id)).toEqual([newest])
  const now = sandbox.state.now()
  const during = (created: Stripe.RangeQueryParam) => stripe.balanceTransactions.list({ created })
  expect((await during({ gte: now - 60, lte: now + 60 })).data).toHaveLength(5)
  expect((await during({ gt: now + 60 })).data).toEqual([])
  await expect(stripe.balanceTransactions.list({ starting_after: 'txn_none' })).rejects.toMatchObject({
    code: 'resource_missing',
  })
  await expect(stripe.balanceTransactions.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' })
})

test('refuses another version of the API', async () => {
  const { stripe } = await sandboxStripe()
  await expect(stripe.balance.retrieve({}, { apiVersion: '2020-08-27' })).rejects.toThrow(
    'Invalid Stripe API version: 2020-08-27',
  )
})

test('events can be held, duplicated and reordered; a completed onboarding is announced', async () => {
  const { sandbox, stripe, events, thin } = await sandboxStripe()
  const { intent } = await subscribe(stripe, sandbox.prices.premium)
  await stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' })
  await sandbox.webhooks.settled()
  events.length = 0
  sandbox.webhooks.hold()
  await stripe.refunds.create({ payment_intent: intent, amount: 400 })
  await stripe.refunds.create({ payment_intent: intent })
  expect(events).toEqual([])
  await sandbox.webhooks.release({ reverse: true, copies: 2 })
  expect(types(events).filter(t => t === 'charge.refunded')).toHaveLength(4)
  expect(new Set(events.map(e => e.id)).size).toBe(4)
  const account = await stripe.v2.core.accounts.create({
    contact_email: 'sam@trailcut.example',
    identity: { country: 'us' },
  })
  sandbox.setRecipient(account.id, 'active')
  await sandbox.webhooks.settled()
  expect(thin).toMatchObject([{ related_object: { id: account.id } }])
})

test('its answers survive the end of its process', async () => {
  const folder = await scratchFolder()
  const first = await sandboxStripe(folder)
  const key = randomUUID()
  const customer = await first.stripe.customers.create({ email: 'a@b.example' }, { idempotencyKey: key })
  first.sandbox.advance(0.5)
  const second = await sandboxStripe(folder)
  expect((await second.stripe.customers.create({ email: 'a@b.example' }, { idempotencyKey: key })).id).toBe(
    customer.id,
  )
  expect(second.sandbox.state.now()).toBeGreaterThan(Date.now() / 1000 + 0.4 * 86_400)
})
