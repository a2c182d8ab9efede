import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { pino } from 'pino'
import Stripe from 'stripe'
import { expect, onTestFinished, test } from 'vitest'
import { scratchFolder } from '#test/media/make.ts'
import { type StripeSandbox, startStripe } from './index.ts'

const log = pino({ level: 'silent' })

/** A product that only notes what it is told, and the official client on the sandbox. */
async function setUp(folder: string | null = null) {
  const told: Stripe.Event[] = []
  const thin: { type: string; related_object: { id: string } }[] = []
  let sandbox: StripeSandbox | undefined
  const endpoint = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const signature = request.headers['stripe-signature'] as string
    const secret = sandbox?.webhookSecret as string
    if (JSON.parse(body).object === 'event')
      told.push(Stripe.webhooks.constructEvent(body, signature, secret) as Stripe.Event)
    else thin.push(JSON.parse(body))
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => endpoint.once('listening', resolve))
  const { port } = endpoint.address() as { port: number }
  sandbox = await startStripe({ folder, publicUrl: `http://127.0.0.1:${port}`, secret: 's'.repeat(32), log })
  const started = sandbox
  onTestFinished(async () => {
    await started.close()
    endpoint.close()
  })
  const url = new URL(started.url)
  const stripe = new Stripe(started.secretKey, {
    host: url.hostname,
    port: url.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
  return { sandbox: started, stripe, told, thin }
}

const types = (events: { type: string }[]) => events.map(e => e.type)

async function subscribe(stripe: Stripe, sandbox: StripeSandbox, price = sandbox.prices.premium) {
  const customer = await stripe.customers.create({
    email: 'sam@trailcut.example',
    metadata: { userId: 'sam' },
  })
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    expand: ['latest_invoice.confirmation_secret', 'pending_setup_intent'],
    metadata: { userId: 'sam' },
  })
  const invoice = subscription.latest_invoice as Stripe.Invoice
  const secret = invoice.confirmation_secret?.client_secret as string
  const intent = secret.split('_secret_')[0] as string
  return { customer, subscription, invoice, secret, intent }
}

test('a plan is bought: incomplete, paid by card, active; the events are signed', async () => {
  const { sandbox, stripe, told } = await setUp()
  const { subscription, invoice, intent } = await subscribe(stripe, sandbox)
  expect(subscription).toMatchObject({ status: 'incomplete', metadata: { userId: 'sam' } })
  expect(invoice).toMatchObject({ status: 'open', amount_due: 999 })
  expect(invoice.parent?.subscription_details?.subscription).toBe(subscription.id)
  expect(JSON.stringify(invoice)).not.toContain('"_')
  await stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' })
  const now = await stripe.subscriptions.retrieve(subscription.id)
  expect(now.status).toBe('active')
  expect(now.items.data[0]?.current_period_end).toBeGreaterThan(Date.now() / 1000 + 27 * 86400)
  expect(now.default_payment_method).toMatch(/^pm_/)
  await sandbox.webhooks.settled()
  expect(types(told)).toEqual(
    expect.arrayContaining([
      'customer.subscription.created',
      'invoice.paid',
      'customer.subscription.updated',
    ]),
  )
  const { data } = await stripe.invoicePayments.list({ invoice: invoice.id as string })
  expect(data[0]?.payment.payment_intent).toBe(intent)
})

test.each([
  ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
])('%s is declined', async (method, code, decline_code) => {
  const { sandbox, stripe } = await setUp()
  const { subscription, intent } = await subscribe(stripe, sandbox)
  await expect(stripe.paymentIntents.confirm(intent, { payment_method: method })).rejects.toMatchObject({
    type: 'StripeCardError',
    code,
    decline_code,
  })
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete')
  // Another card mends it.
  await stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' })
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
})

test('an unpaid first invoice ends the subscription after 23 hours', async () => {
  const { sandbox, stripe } = await setUp()
  const { subscription } = await subscribe(stripe, sandbox)
  sandbox.advance(0.9)
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete')
  sandbox.advance(0.1)
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete_expired')
})

test('renewals: paid, failing with further attempts, ended', async () => {
  const { sandbox, stripe, told } = await setUp()
  const good = await subscribe(stripe, sandbox)
  await stripe.paymentIntents.confirm(good.intent, { payment_method: 'pm_card_visa' })
  const bad = await subscribe(stripe, sandbox)
  await stripe.paymentIntents.confirm(bad.intent, { payment_method: 'pm_card_chargeCustomerFail' })
  sandbox.advance(32)
  expect((await stripe.subscriptions.retrieve(good.subscription.id)).status).toBe('active')
  expect((await stripe.invoices.list({ customer: good.customer.id })).data).toHaveLength(2)
  const late = await stripe.subscriptions.retrieve(bad.subscription.id)
  expect(late.status).toBe('past_due')
  sandbox.advance(8)
  expect((await stripe.subscriptions.retrieve(bad.subscription.id)).status).toBe('canceled')
  await sandbox.webhooks.settled()
  expect(types(told)).toEqual(
    expect.arrayContaining(['invoice.payment_failed', 'customer.subscription.deleted']),
  )
})

test('a change is previewed and charged alike; declined, nothing changes; cancelled at the end of the period', async () => {
  const { sandbox, stripe } = await setUp()
  const { customer, subscription, intent } = await subscribe(stripe, sandbox)
  await stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' })
  const item = subscription.items.data[0] as Stripe.SubscriptionItem
  const at = Math.floor((item.current_period_start + item.current_period_end) / 2)
  const change = { items: [{ id: item.id, price: sandbox.prices.pro }], proration_date: at }
  const preview = await stripe.invoices.createPreview({
    customer: customer.id,
    subscription: subscription.id,
    subscription_details: { ...change, proration_behavior: 'always_invoice' },
  })
  expect(preview.amount_due).toBe(1250 - 500)
  const changed = await stripe.subscriptions.update(subscription.id, {
    ...change,
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
    cancel_at_period_end: true,
    expand: ['latest_invoice'],
  })
  expect((changed.latest_invoice as Stripe.Invoice).amount_paid).toBe(750)
  expect(changed.items.data[0]?.price.id).toBe(sandbox.prices.pro)
  sandbox.advance(32)
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled')
})

test('keys: the same answer again, also a 500; other parameters are refused', async () => {
  const { sandbox, stripe } = await setUp()
  const account = await stripe.v2.core.accounts.create({
    contact_email: 'sam@trailcut.example',
    configuration: {
      recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
    },
  })
  const order = { amount: 500, currency: 'usd', destination: account.id, transfer_group: 'payout:1' }
  await expect(stripe.transfers.create(order)).rejects.toMatchObject({
    code: 'insufficient_capabilities_for_transfer',
  })
  sandbox.setRecipient(account.id, 'active')
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
  // The client itself tries a second time when a connection is cut.
  sandbox.faults.add({ match: 'POST /v1/transfers', kind: 'cut_after', times: 2 })
  await expect(send('c')).rejects.toMatchObject({ type: 'StripeConnectionError' })
  sandbox.faults.add({ match: 'POST /v1/transfers', kind: 'cut_before', times: 2 })
  await expect(send('d')).rejects.toMatchObject({ type: 'StripeConnectionError' })
  const listed = await stripe.transfers.list({ transfer_group: 'payout:1' })
  expect(listed.data).toHaveLength(2)
  sandbox.setBalance(100)
  await expect(send('e')).rejects.toMatchObject({ code: 'balance_insufficient' })
})

test('refunds, recipients with a hosted page, and events held back, doubled and turned round', async () => {
  const { sandbox, stripe, told, thin } = await setUp()
  const { intent } = await subscribe(stripe, sandbox)
  await stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' })
  await sandbox.webhooks.settled()
  told.length = 0
  sandbox.webhooks.hold()
  const refund = await stripe.refunds.create({ payment_intent: intent, amount: 400 })
  expect(refund.status).toBe('succeeded')
  await expect(stripe.refunds.create({ payment_intent: intent, amount: 600 })).rejects.toThrow('greater than')
  await stripe.refunds.create({ payment_intent: intent })
  expect(told).toEqual([])
  await sandbox.webhooks.release({ reverse: true, copies: 2 })
  expect(types(told).filter(t => t === 'charge.refunded')).toHaveLength(4)
  expect(new Set(told.map(e => e.id)).size).toBe(4)

  const account = await stripe.v2.core.accounts.create({ contact_email: 'sam@trailcut.example' })
  const link = await stripe.v2.core.accountLinks.create({
    account: account.id,
    use_case: {
      type: 'account_onboarding',
      account_onboarding: {
        refresh_url: 'https://x.example/again',
        return_url: 'https://x.example/back',
      },
    },
  } as never)
  expect(link.url).toContain(account.id)
  sandbox.setRecipient(account.id, 'active')
  await sandbox.webhooks.settled()
  expect(thin).toMatchObject([{ related_object: { id: account.id } }])
})

test('what it has answered survives the end of its process', async () => {
  const folder = await scratchFolder()
  const first = await setUp(folder)
  const key = randomUUID()
  const customer = await first.stripe.customers.create({ email: 'a@b.example' }, { idempotencyKey: key })
  first.sandbox.advance(3)
  const second = await setUp(folder)
  expect((await second.stripe.customers.create({ email: 'a@b.example' }, { idempotencyKey: key })).id).toBe(
    customer.id,
  )
  expect(second.sandbox.state.now()).toBeGreaterThan(Date.now() / 1000 + 2 * 86400)
})
