/**
 * The contract: what the product relies on at Stripe. Runs against the sandbox, and against Stripe's own test
 * mode when STRIPE_TEST_KEY is set (see docs/money.md). What test mode can't do is in sandbox.test.ts, with
 * the reasons.
 */
import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import {
  daySeconds,
  limit,
  patience,
  return_url,
  stripePlans,
  subscribe,
  subscribed,
  testModeKey,
} from '#test/harness/stripe.ts'

test('buying a plan: incomplete, paid by card, active, with events', limit, async () => {
  const { stripe, premium, pay, untilStatus } = await stripePlans()
  const { customer, subscription, invoice, intent } = await subscribe(stripe, premium)
  expect(subscription).toMatchObject({ status: 'incomplete', metadata: { userId: 'sam' } })
  expect(invoice).toMatchObject({ status: 'open', amount_due: 999, billing_reason: 'subscription_create' })
  expect(invoice.parent?.subscription_details?.subscription).toBe(subscription.id)
  await pay(intent)
  await untilStatus(subscription.id, 'active')
  const now = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  expect(now.items.data[0]?.current_period_end).toBeGreaterThan(Date.now() / 1000 + 27 * daySeconds)
  expect(now.default_payment_method).toMatch(/^pm_/)
  expect(now.latest_invoice).toMatchObject({ id: invoice.id, status: 'paid', amount_paid: 999 })
  const { data } = await stripe.invoicePayments.list({ invoice: invoice.id as string, status: 'paid' })
  expect(data.map(p => p.payment.payment_intent)).toEqual([intent])
  const back = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intent },
  })
  expect(back.data.map(p => p.invoice)).toEqual([invoice.id])
  const all = await stripe.subscriptions.list({ customer: customer.id, status: 'all' })
  expect(all.data.map(s => s.id)).toEqual([subscription.id])
  for (const [type, id] of [
    ['customer.subscription.created', subscription.id],
    ['customer.subscription.updated', subscription.id],
    ['invoice.paid', invoice.id],
  ] as const)
    await expect
      .poll(async () => {
        const events = await stripe.events.list({ types: [type], limit: 100 })
        return events.data.map(e => (e.data.object as { id: string }).id)
      }, patience)
      .toContain(id)
})

test("a payment's fee is in its balance transaction; a refund returns none of it", limit, async () => {
  const all = await stripePlans()
  const { stripe } = all
  const { intent } = await subscribed(all)
  const charge = async () => {
    const { latest_charge } = await stripe.paymentIntents.retrieve(intent, {
      expand: ['latest_charge.balance_transaction'],
    })
    return latest_charge as Stripe.Charge
  }
  // Captured after the response: at first there is no balance transaction.
  await expect.poll(async () => (await charge()).balance_transaction, patience).not.toBeNull()
  const { id, balance_transaction } = await charge()
  const settled = balance_transaction as Stripe.BalanceTransaction
  expect(settled).toMatchObject({ type: 'charge', amount: 999, source: id })
  expect(settled.fee).toBeGreaterThan(0)
  expect(settled.net).toBe(999 - settled.fee)
  expect(settled.fee_details.reduce((sum, f) => sum + f.amount, 0)).toBe(settled.fee)
  expect(settled.fee_details[0]?.type).toBe('stripe_fee')

  const part = await stripe.refunds.create({
    payment_intent: intent,
    amount: 400,
    expand: ['balance_transaction'],
  })
  expect(part).toMatchObject({ status: 'succeeded', amount: 400 })
  expect(part.balance_transaction).toMatchObject({ type: 'refund', amount: -400, fee: 0, net: -400 })
  await expect(stripe.refunds.create({ payment_intent: intent, amount: 600 })).rejects.toThrow('greater than')
  await stripe.refunds.create({ payment_intent: intent })
  await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  })
  const refunds = await stripe.refunds.list({ payment_intent: intent })
  expect(refunds.data.map(r => r.amount)).toEqual([599, 400])
  expect(await charge()).toMatchObject({ amount_refunded: 999, refunded: true })
})

test.each([
  ['pm_card_visa_chargeDeclined', 'generic_decline'],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
  ['pm_card_chargeCustomerFail', 'generic_decline'],
])('%s is declined; another card fixes it', limit, async (method, decline_code) => {
  const { stripe, premium, pay, statusOf, untilStatus } = await stripePlans()
  const { subscription, intent } = await subscribe(stripe, premium)
  await expect(pay(intent, method)).rejects.toMatchObject({
    type: 'StripeCardError',
    code: 'card_declined',
    decline_code,
  })
  expect(await statusOf(subscription.id)).toBe('incomplete')
  await pay(intent)
  await untilStatus(subscription.id, 'active')
})

test('an unpaid first invoice ends the subscription after 23 hours', limit, async () => {
  const { stripe, premium, statusOf, untilStatus, clock } = await stripePlans()
  const { id, advance } = await clock()
  const { subscription } = await subscribe(stripe, premium, id)
  await advance(0.9)
  expect(await statusOf(subscription.id)).toBe('incomplete')
  await advance(1.1)
  await untilStatus(subscription.id, 'incomplete_expired')
})

test('renewals: paid by the saved card, or failing', limit, async () => {
  const all = await stripePlans()
  const { stripe, untilStatus, clock } = all
  const { id, advance } = await clock()
  const [good, bad] = [await subscribed(all, id), await subscribed(all, id)]
  const card = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: bad.customer.id })
  await stripe.subscriptions.update(bad.subscription.id, { default_payment_method: card.id })
  await advance(32)
  await untilStatus(bad.subscription.id, 'past_due')
  await untilStatus(good.subscription.id, 'active')
  await expect
    .poll(async () => {
      const { data } = await stripe.invoices.list({ subscription: good.subscription.id })
      return data.map(i => [i.billing_reason, i.status, i.amount_paid])
    }, patience)
    .toEqual([
      ['subscription_cycle', 'paid', 999],
      ['subscription_create', 'paid', 999],
    ])
  const late = await stripe.subscriptions.retrieve(bad.subscription.id, {
    expand: ['latest_invoice.confirmation_secret'],
  })
  const open = late.latest_invoice as Stripe.Invoice
  expect(open).toMatchObject({ status: 'open', billing_reason: 'subscription_cycle', amount_due: 999 })
  expect(open.attempt_count).toBeGreaterThan(0)
  // The owner pays it with another card, and the plan continues.
  await all.pay(open.confirmation_secret?.client_secret.split('_secret_')[0] as string)
  await untilStatus(bad.subscription.id, 'active')
})

test('a change is charged as previewed; canceled at the end of the period', limit, async () => {
  const all = await stripePlans()
  const { stripe, pro, untilStatus, clock } = all
  const { id, advance } = await clock()
  const { customer, subscription } = await subscribed(all, id)
  await advance(15)
  const item = subscription.items.data[0] as Stripe.SubscriptionItem
  const change = {
    items: [{ id: item.id, price: pro }],
    proration_date: item.current_period_start + 15 * daySeconds,
    proration_behavior: 'always_invoice' as const,
  }
  const preview = await stripe.invoices.createPreview({
    customer: customer.id,
    subscription: subscription.id,
    subscription_details: change,
  })
  // The rest of the dearer month, less that of the current one, of whatever length the month is.
  const { current_period_start: start, current_period_end: end } = item
  const rest = (end - change.proration_date) / (end - start)
  expect(Math.abs(preview.amount_due - rest * (2499 - 999))).toBeLessThanOrEqual(1)
  const changed = await stripe.subscriptions.update(subscription.id, {
    ...change,
    payment_behavior: 'pending_if_incomplete',
    cancel_at_period_end: true,
    expand: ['latest_invoice'],
  })
  expect(changed.latest_invoice).toMatchObject({ status: 'paid', amount_paid: preview.amount_due })
  expect(changed.items.data[0]?.price.id).toBe(pro)
  expect([changed.cancel_at_period_end, changed.pending_update]).toEqual([true, null])
  await advance(32)
  await untilStatus(subscription.id, 'canceled')
})

/** A change to the dearer plan that waits for its payment. */
async function waitingChange(card: string) {
  const all = await stripePlans()
  const { stripe, pro } = all
  const { customer, subscription } = await subscribed(all)
  const { id: default_payment_method } = await stripe.paymentMethods.attach(card, { customer: customer.id })
  await stripe.subscriptions.update(subscription.id, { default_payment_method })
  const item = subscription.items.data[0] as Stripe.SubscriptionItem
  const change = (more: Stripe.SubscriptionUpdateParams = {}) =>
    stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, price: pro }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
      ...more,
    })
  const invoiceOf = (s: Stripe.Subscription) => stripe.invoices.retrieve(s.latest_invoice as string)
  const intentOf = async (s: Stripe.Subscription) => {
    const { data } = await stripe.invoicePayments.list({
      invoice: s.latest_invoice as string,
      expand: ['data.payment.payment_intent'],
    })
    return data[0]?.payment.payment_intent as Stripe.PaymentIntent
  }
  return { ...all, subscription, change, invoiceOf, intentOf }
}

test('a change whose payment is declined waits, until its invoice is voided', limit, async () => {
  const { stripe, premium, pro, subscription, change, invoiceOf, intentOf } = await waitingChange(
    'pm_card_chargeCustomerFail',
  )
  const waiting = await change({ cancel_at_period_end: true })
  expect([waiting.status, waiting.items.data[0]?.price.id]).toEqual(['active', premium])
  expect(waiting.cancel_at_period_end).toBe(false)
  expect(waiting.pending_update).toMatchObject({ cancel_at_period_end: true })
  expect(waiting.pending_update?.subscription_items?.[0]?.price.id).toBe(pro)
  const left = (waiting.pending_update?.expires_at ?? 0) - Date.now() / 1000
  expect(left / 3600).toBeGreaterThan(22)
  expect(left / 3600).toBeLessThan(24)
  expect((await invoiceOf(waiting)).status).toBe('open')
  expect(await intentOf(waiting)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'card_declined', message: 'Your card was declined.' },
  })
  const invoice = waiting.latest_invoice as string
  expect((await stripe.invoices.voidInvoice(invoice)).status).toBe('void')
  const after = await stripe.subscriptions.retrieve(subscription.id)
  expect([after.pending_update, after.items.data[0]?.price.id, after.cancel_at_period_end]).toEqual([
    null,
    premium,
    false,
  ])
  expect((await intentOf(waiting)).status).toBe('canceled')
  await expect(stripe.invoices.voidInvoice(invoice)).rejects.toThrow('open or uncollectible')
})

test('a change waits for a card that needs authentication; its parameters are limited', limit, async () => {
  const { premium, change, intentOf } = await waitingChange('pm_card_authenticationRequired')
  await expect(change({ metadata: { a: 'b' } })).rejects.toMatchObject({ param: 'metadata' })
  await expect(change({ automatic_tax: { enabled: true } })).rejects.toThrow('only pass supported params')
  const waiting = await change()
  expect(waiting.items.data[0]?.price.id).toBe(premium)
  expect((await intentOf(waiting)).status).toBe('requires_action')
})

test('a plan is ended at once, and only once; a card is saved for later', limit, async () => {
  const all = await stripePlans()
  const { stripe } = all
  const { customer, subscription } = await subscribed(all)
  expect((await stripe.subscriptions.cancel(subscription.id)).status).toBe('canceled')
  await expect(stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({
    code: 'resource_missing',
  })
  const setup = await stripe.setupIntents.create({ customer: customer.id, usage: 'off_session' })
  expect(setup.client_secret).toMatch(/^seti_.*_secret_/)
  const kept = await stripe.setupIntents.confirm(setup.id, { payment_method: 'pm_card_visa', return_url })
  expect(kept.status).toBe('succeeded')
})

test('a key gets the same answer again, and no second request is made', limit, async () => {
  const { stripe } = await stripePlans()
  const key = randomUUID()
  const create = (email: string) => stripe.customers.create({ email }, { idempotencyKey: key })
  const first = await create('a@trailcut.example')
  const again = await create('a@trailcut.example')
  expect(again.id).toBe(first.id)
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
  await expect(create('b@trailcut.example')).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
})

test("refuses to expand fields that can't be expanded, or too deep", limit, async () => {
  const all = await stripePlans()
  const { intent } = await subscribed(all)
  const expand = (path: string) => all.stripe.paymentIntents.retrieve(intent, { expand: [path] })
  await expect(expand('amount')).rejects.toThrow('cannot be expanded')
  await expect(expand('latest_charge.payment_intent.latest_charge.payment_intent.customer')).rejects.toThrow(
    'more than 4 levels',
  )
})

test(
  'a new recipient is sent to the onboarding page; until it is complete, no transfer succeeds',
  limit,
  async () => {
    const { stripe } = await stripePlans()
    const account = await stripe.v2.core.accounts.create({
      contact_email: 'sam@trailcut.example',
      display_name: 'sam',
      dashboard: 'express',
      identity: { country: 'us', entity_type: 'individual' },
      configuration: {
        recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
      },
      defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
    })
    const known = await stripe.v2.core.accounts.retrieve(account.id, {
      include: ['configuration.recipient', 'requirements'],
    })
    const transfers = known.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers
    expect(transfers?.status).toBe('restricted')
    expect(transfers?.status_details.length).toBeGreaterThan(0)
    const link = await stripe.v2.core.accountLinks.create({
      account: account.id,
      use_case: {
        type: 'account_onboarding',
        account_onboarding: {
          refresh_url: 'https://trailcut.example/again',
          return_url: 'https://trailcut.example/back',
        },
      },
    })
    expect(link.account).toBe(account.id)
    expect(link.url).toMatch(/^https?:/)
    expect(Date.parse(link.expires_at)).toBeGreaterThan(Date.now())
    const group = `payout:${randomUUID()}`
    await expect(
      stripe.transfers.create({
        amount: 500,
        currency: 'usd',
        destination: account.id,
        transfer_group: group,
      }),
    ).rejects.toMatchObject({ code: 'insufficient_capabilities_for_transfer' })
    expect((await stripe.transfers.list({ transfer_group: group })).data).toEqual([])
  },
)

test('refuses a live mode key', () => {
  expect(() => testModeKey({ STRIPE_TEST_KEY: 'sk_live_1' })).toThrow('test mode')
  expect(testModeKey({ STRIPE_TEST_KEY: 'sk_test_1' })).toBe('sk_test_1')
  expect(testModeKey({})).toBeUndefined()
})
