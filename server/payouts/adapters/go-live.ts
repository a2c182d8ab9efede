import { planOf } from '#contract/money/constants.ts'
import { api } from '#contract/paths.ts'
import type { Stripe, StripeGateway } from '#server/core/stripe.ts'
import { type GoLiveCheck, payoutChecks } from './payout-checks.ts'

/** An event destination that the server needs. A name ending in a dot stands for the group below. */
interface Destination {
  what: string
  payload: 'snapshot' | 'thin'
  /** whose events, as in `events_from` of https://docs.stripe.com/api/v2/core/event-destinations/object */
  from: '@self' | '@accounts'
  events: readonly string[]
}

const own: Destination = {
  what: 'Events, snapshot payloads',
  payload: 'snapshot',
  from: '@self',
  events: [
    'customer.subscription.',
    'invoice.',
    'charge.dispute.',
    'radar.early_fraud_warning.',
    'refund.',
    'transfer.',
    'charge.succeeded',
    'charge.updated',
    'charge.refunded',
    'customer.updated',
    'balance.available',
    'topup.succeeded',
    'payout.paid',
    'payout.failed',
  ],
}
const accounts: Destination = {
  what: 'Events, thin payloads',
  payload: 'thin',
  from: '@self',
  events: [
    'v2.core.account[configuration.recipient].capability_status_updated',
    'v2.core.account[requirements].updated',
  ],
}
const connected: Destination = {
  what: 'Events of connected accounts',
  payload: 'snapshot',
  from: '@accounts',
  events: ['payout.paid', 'payout.failed'],
}
/** At least these events of a group are required. */
const groups: Readonly<Record<string, readonly string[]>> = {
  'customer.subscription.': [
    'customer.subscription.created',
    'customer.subscription.updated',
    'customer.subscription.deleted',
  ],
  'invoice.': ['invoice.paid', 'invoice.payment_failed'],
  'charge.dispute.': ['charge.dispute.created', 'charge.dispute.closed'],
  'radar.early_fraud_warning.': ['radar.early_fraud_warning.created', 'radar.early_fraud_warning.updated'],
  'refund.': ['refund.created', 'refund.updated', 'refund.failed'],
  'transfer.': ['transfer.reversed'],
}

/** @returns null when it works, otherwise the reason */
async function failureOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function planCheck(
  { client, prices, automaticTax }: StripeGateway,
  tier: 'premium' | 'pro',
): Promise<GoLiveCheck> {
  const id = prices[tier]
  const what = `Price of ${planOf(tier).name}`
  const setting = `STRIPE_PRICE_${tier.toUpperCase()}`
  let price: Stripe.Price | null = null
  const failure = await failureOf(
    client.prices.retrieve(id).then(found => {
      price = found
    }),
  )
  if (failure || !price) return { what, ok: false, note: `${failure}. Make the price and set ${setting}.` }
  const { active, currency, unit_amount: cents, recurring, tax_behavior: behavior } = price as Stripe.Price
  const right =
    active &&
    currency === 'usd' &&
    cents === Math.round(planOf(tier).price * 100) &&
    recurring?.interval === 'month'
  if (right && automaticTax && behavior !== 'exclusive')
    return {
      what,
      ok: false,
      note: `${id} is ${behavior ?? 'unspecified'} about tax. Set its tax behavior to exclusive: tax is added to the price.`,
    }
  return right
    ? { what, ok: true, note: `${id}: $${planOf(tier).price} a month` }
    : {
        what,
        ok: false,
        note: `${id} is not an active monthly price of $${planOf(tier).price}. Set ${setting}.`,
      }
}

function destinationCheck(
  { what, payload, from, events }: Destination,
  url: string,
  all: readonly Stripe.V2.Core.EventDestination[],
): GoLiveCheck {
  const here = all.filter(
    one =>
      one.webhook_endpoint?.url === url &&
      one.event_payload === payload &&
      // Without a choice, Stripe sends the account's own events.
      (one.events_from ?? ['@self']).includes(from),
  )
  const [first] = here
  if (!first)
    return { what, ok: false, note: `No destination of ${url}. Add one, see docs/guides/stripe.md.` }
  if (!here.some(one => one.status === 'enabled'))
    return { what, ok: false, note: `${first.id} is switched off. Enable it.` }
  const sent = new Set(here.flatMap(one => (one.status === 'enabled' ? one.enabled_events : [])))
  const missing = sent.has('*')
    ? []
    : events.flatMap(name => groups[name] ?? [name]).filter(name => !sent.has(name))
  return missing.length
    ? { what, ok: false, note: `${first.id} doesn't send ${missing.join(', ')}. Add them.` }
    : { what, ok: true, note: first.id }
}

/** Whether Stripe can calculate tax, if it should. */
async function taxCheck(client: Stripe): Promise<GoLiveCheck> {
  const what = 'Tax'
  let status = ''
  const failure = await failureOf(
    client.tax.settings.retrieve().then(settings => {
      status = settings.status
    }),
  )
  if (failure) return { what, ok: false, note: failure }
  return status === 'active'
    ? { what, ok: true, note: 'is set up' }
    : { what, ok: false, note: 'Finish the tax settings at Stripe: head office and default tax code.' }
}

/** Checks with read-only calls whether everything the server needs is set up at Stripe. */
export async function checkStripe(gateway: StripeGateway, publicUrl: string): Promise<GoLiveCheck[]> {
  const { client, thinSecret, connectSecret, automaticTax } = gateway
  const balance = await failureOf(client.balance.retrieve())
  if (balance) return [{ what: 'Key', ok: false, note: `${balance} Set STRIPE_SECRET_KEY.` }]
  const checks: GoLiveCheck[] = [
    { what: 'Key', ok: true, note: 'reads the balance' },
    await planCheck(gateway, 'premium'),
    await planCheck(gateway, 'pro'),
    ...(automaticTax ? [await taxCheck(client)] : []),
  ]
  const payouts = payoutChecks(client)
  const unread = await failureOf(payouts)
  checks.push(...(unread === null ? await payouts : [{ what: 'Payouts', ok: false, note: unread }]))
  const destinations: Stripe.V2.Core.EventDestination[] = []
  const failure = await failureOf(
    (async () => {
      for await (const one of client.v2.core.eventDestinations.list({ include: ['webhook_endpoint.url'] }))
        destinations.push(one)
    })(),
  )
  const url = publicUrl + api.stripeWebhook
  if (failure) checks.push({ what: 'Events', ok: false, note: failure })
  else
    for (const wanted of [own, accounts, connected]) checks.push(destinationCheck(wanted, url, destinations))
  for (const [what, secret, setting] of [
    ['Secret of thin payloads', thinSecret, 'STRIPE_THIN_WEBHOOK_SECRET'],
    ['Secret of connected accounts', connectSecret, 'STRIPE_CONNECT_WEBHOOK_SECRET'],
  ] as const)
    checks.push({
      what,
      ok: secret !== undefined,
      note: secret === undefined ? `Set ${setting}.` : 'is set',
    })
  return checks
}
