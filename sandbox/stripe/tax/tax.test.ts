/**
 * How the sandbox handles automatic tax, according to Stripe's documentation
 * (https://docs.stripe.com/tax/customer-locations, https://docs.stripe.com/tax/subscriptions).
 */
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { sandboxStripe } from '#test/harness/stripe.ts'

const seattle = { country: 'US', postal_code: '98101' }
const invalid = { type: 'StripeInvalidRequestError', code: 'customer_tax_location_invalid' }

/** A customer at an address, with a plan that awaits payment. */
async function planAt(address: Stripe.AddressParam) {
  const { sandbox, stripe } = await sandboxStripe()
  const customer = await stripe.customers.create({ address, tax: { validate_location: 'immediately' } })
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: sandbox.prices.premium }],
    automatic_tax: { enabled: true },
    payment_behavior: 'default_incomplete',
    expand: ['latest_invoice.confirmation_secret'],
  })
  const invoice = subscription.latest_invoice as Stripe.Invoice
  const pay = () =>
    stripe.paymentIntents.confirm(invoice.confirmation_secret?.client_secret.split('_secret_')[0] as string, {
      payment_method: 'pm_card_visa',
    })
  return { sandbox, stripe, customer, subscription, invoice, pay }
}

test.each([
  [undefined],
  [{ country: 'US' }],
  [{ country: 'US', postal_code: '9810' }],
  [{ country: 'CA' }],
  [{ postal_code: '98101' }],
])('refuses automatic tax without a location: %j', async address => {
  const { sandbox, stripe } = await sandboxStripe()
  const customer = await stripe.customers.create(address ? { address } : {})
  const automatic_tax = { enabled: true }
  const items = [{ price: sandbox.prices.premium }]
  await expect(
    stripe.subscriptions.create({ customer: customer.id, items, automatic_tax }),
  ).rejects.toMatchObject(invalid)
  await expect(
    stripe.customers.update(customer.id, { tax: { validate_location: 'immediately' } }),
  ).rejects.toMatchObject(invalid)
  await expect(
    stripe.invoices.createPreview({
      automatic_tax,
      subscription_details: { items },
      ...(address ? { customer_details: { address } } : {}),
    }),
  ).rejects.toMatchObject(invalid)
})

test("refuses a price that doesn't say whether it includes tax", async () => {
  const { stripe } = await sandboxStripe()
  const customer = await stripe.customers.create({ address: seattle })
  const { id: product } = await stripe.products.create({ name: 'Plan' })
  const { id: price } = await stripe.prices.create({
    product,
    currency: 'usd',
    unit_amount: 500,
    recurring: { interval: 'month' },
  })
  await expect(
    stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price }],
      automatic_tax: { enabled: true },
    }),
  ).rejects.toThrow('tax_behavior')
})

test('an invoice includes its tax as in the API, and the card pays it', async () => {
  const { stripe, invoice, pay } = await planAt(seattle)
  expect(invoice).toMatchObject({
    subtotal: 999,
    total: 1102,
    total_excluding_tax: 999,
    amount_due: 1102,
    automatic_tax: { enabled: true, status: 'complete', disabled_reason: null, liability: { type: 'self' } },
    total_taxes: [
      {
        amount: 103,
        tax_behavior: 'exclusive',
        taxability_reason: 'standard_rated',
        taxable_amount: 999,
        type: 'tax_rate_details',
      },
    ],
  })
  expect(invoice.lines.data.map(line => line.taxes?.map(tax => tax.amount))).toEqual([[103]])
  expect(await pay()).toMatchObject({ amount: 1102, status: 'succeeded' })
  expect(await stripe.invoices.retrieve(invoice.id as string)).toMatchObject({
    status: 'paid',
    amount_paid: 1102,
  })
})

test("collects nothing where the account isn't registered, and the tax is complete", async () => {
  const { invoice } = await planAt({ country: 'US', postal_code: '97712' })
  expect(invoice).toMatchObject({
    total: 999,
    automatic_tax: { status: 'complete' },
    total_taxes: [{ amount: 0, taxability_reason: 'not_collecting' }],
  })
})

test('previews a plan and a change with tax', async () => {
  const { sandbox, stripe, customer, subscription, pay } = await planAt(seattle)
  await pay()
  const offered = await stripe.invoices.createPreview({
    automatic_tax: { enabled: true },
    customer_details: { address: seattle },
    subscription_details: { items: [{ price: sandbox.prices.pro }] },
  })
  expect(offered).toMatchObject({ subtotal: 2499, total: 2758 })
  const item = subscription.items.data[0]?.id as string
  const change = await stripe.invoices.createPreview({
    customer: customer.id,
    subscription: subscription.id,
    subscription_details: {
      items: [{ id: item, price: sandbox.prices.pro }],
      proration_behavior: 'always_invoice',
      proration_date: subscription.start_date,
    },
  })
  expect(change).toMatchObject({ subtotal: 1500, total: 1656, total_taxes: [{ amount: 156 }] })
})

test('a renewal without a location is untaxed, and the plan stays untaxed', async () => {
  const { sandbox, stripe, customer, subscription, pay } = await planAt(seattle)
  await pay()
  await stripe.customers.update(customer.id, { address: '' })
  sandbox.advance(32)
  const later = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  expect(later.automatic_tax).toMatchObject({ enabled: false, disabled_reason: 'requires_location_inputs' })
  expect(later.latest_invoice).toMatchObject({
    total: 999,
    automatic_tax: {
      enabled: false,
      status: null,
      disabled_reason: 'finalization_requires_location_inputs',
    },
    total_taxes: [],
  })
  await stripe.customers.update(customer.id, { address: seattle })
  await stripe.subscriptions.update(subscription.id, { automatic_tax: { enabled: true } })
  sandbox.advance(32)
  const mended = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  expect(mended.latest_invoice).toMatchObject({ total: 1102, automatic_tax: { status: 'complete' } })
})
