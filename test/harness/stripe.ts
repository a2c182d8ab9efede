import { createServer } from 'node:http'
import { pino } from 'pino'
import Stripe from 'stripe'
import { expect, onTestFinished } from 'vitest'
import { type StripeSandbox, startStripe } from '#sandbox/stripe/index.ts'

/**
 * An endpoint that only records its events, and the official client for the sandbox; closed when the test
 * ends.
 */
export async function sandboxStripe(folder: string | null = null) {
  const events: Stripe.Event[] = []
  const thin: { type: string; related_object: { id: string } }[] = []
  let sandbox: StripeSandbox | undefined
  const endpoint = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const signature = request.headers['stripe-signature'] as string
    const { webhookSecret, thinSecret } = sandbox as StripeSandbox
    if (JSON.parse(body).object === 'event')
      events.push(Stripe.webhooks.constructEvent(body, signature, webhookSecret) as Stripe.Event)
    else {
      Stripe.webhooks.signature?.verifyHeader(body, signature, thinSecret)
      thin.push(JSON.parse(body))
    }
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => endpoint.once('listening', resolve))
  const { port } = endpoint.address() as { port: number }
  sandbox = await startStripe({
    folder,
    publicUrl: `http://127.0.0.1:${port}`,
    secret: 's'.repeat(32),
    log: pino({ level: 'silent' }),
  })
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
  return { sandbox: started, stripe, events, thin }
}

/**
 * The test mode key to run the contract against; undefined: use the sandbox.
 * @throws Error for a key that is not a test mode key, because the suite creates customers and payments
 */
export function testModeKey(env: Record<string, string | undefined>): string | undefined {
  const key = env.STRIPE_TEST_KEY || undefined
  if (key && !/^(sk|rk)_test_/.test(key))
    throw new Error('STRIPE_TEST_KEY has to be a key of test mode, sk_test_…')
  return key
}

/** The official client for Stripe's test mode when STRIPE_TEST_KEY is set, otherwise for the sandbox. */
export async function stripeUnderContract(): Promise<Stripe> {
  const key = testModeKey(process.env)
  return key ? new Stripe(key, { maxNetworkRetries: 2, telemetry: false }) : (await sandboxStripe()).stripe
}

/** Starts a plan as the product does. @param clock the test clock of its customer */
export async function subscribe(stripe: Stripe, price: string, clock?: string) {
  const customer = await stripe.customers.create({
    email: 'sam@trailcut.example',
    metadata: { userId: 'sam' },
    ...(clock ? { test_clock: clock } : {}),
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
  return { customer, subscription, invoice, intent }
}

/** How long a contract suite waits: over the network, advancing a Stripe test clock takes a while. */
export const patience = testModeKey(process.env)
  ? { timeout: 120_000, interval: 2000 }
  : { timeout: 2000, interval: 20 }
export const limit = { timeout: patience.timeout * 3 }

/** Where a redirect would lead; cards don't need one. */
export const return_url = 'https://trailcut.example/premium'

export const daySeconds = 86_400

/** A new monthly plan. @returns the id of its price */
export async function priceOf(stripe: Stripe, name: string, unit_amount: number): Promise<string> {
  const product = await stripe.products.create({ name: `${name} (contract suite)` })
  const recurring = { interval: 'month' as const }
  return (await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount, recurring })).id
}

/** Stripe under contract with the two plans, their payments and test clocks. */
export async function stripePlans() {
  const stripe = await stripeUnderContract()
  const [premium, pro] = await Promise.all([priceOf(stripe, 'Premium', 999), priceOf(stripe, 'Pro', 2499)])
  const pay = (intent: string, payment_method = 'pm_card_visa') =>
    stripe.paymentIntents.confirm(intent, { payment_method, return_url })
  const statusOf = async (id: string) => (await stripe.subscriptions.retrieve(id)).status
  const untilStatus = (id: string, status: Stripe.Subscription.Status) =>
    expect.poll(() => statusOf(id), patience).toBe(status)
  const clock = async () => {
    const frozen_time = Math.floor(Date.now() / 1000)
    const { id } = await stripe.testHelpers.testClocks.create({ frozen_time })
    const advance = async (days: number) => {
      await stripe.testHelpers.testClocks.advance(id, {
        frozen_time: frozen_time + Math.round(days * daySeconds),
      })
      await expect
        .poll(async () => (await stripe.testHelpers.testClocks.retrieve(id)).status, patience)
        .toBe('ready')
    }
    return { id, advance }
  }
  return { stripe, premium, pro, pay, statusOf, untilStatus, clock }
}

/** A customer with a paid plan. */
export async function subscribed(
  { stripe, premium, pay, untilStatus }: Awaited<ReturnType<typeof stripePlans>>,
  clock?: string,
) {
  const made = await subscribe(stripe, premium, clock)
  await pay(made.intent)
  await untilStatus(made.subscription.id, 'active')
  return made
}
