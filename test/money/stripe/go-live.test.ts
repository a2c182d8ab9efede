import { expect, test } from 'vitest'
import { checkStripe } from '#server/payouts/index.ts'
import { silentStripe } from '../../harness/money.ts'

test('a complete Stripe setup passes every check', async () => {
  const { stripe } = await silentStripe()
  const checks = await checkStripe(stripe, 'http://127.0.0.1:1')
  expect(checks.filter(check => !check.ok)).toEqual([])
  expect(checks.map(check => check.what)).toEqual([
    'Key',
    'Price of Premium',
    'Price of Pro',
    'Events, snapshot payloads',
    'Events, thin payloads',
    'Events of connected accounts',
    'Secret of thin payloads',
    'Secret of connected accounts',
  ])
})

test('names what is missing and how to fix it', async () => {
  const { stripe } = await silentStripe()
  const { premium } = stripe.prices
  const missing = await checkStripe(
    {
      ...stripe,
      prices: { premium: 'price_gone', pro: premium },
      thinSecret: undefined,
      connectSecret: undefined,
    },
    'https://elsewhere.example',
  )
  expect(missing.filter(check => !check.ok).map(check => check.note)).toEqual([
    "No such price: 'price_gone'. Make the price and set STRIPE_PRICE_PREMIUM.",
    `${premium} is not an active monthly price of $24.99. Set STRIPE_PRICE_PRO.`,
    'No destination of https://elsewhere.example/api/webhooks/stripe. Add one, see docs/guides/stripe.md.',
    'No destination of https://elsewhere.example/api/webhooks/stripe. Add one, see docs/guides/stripe.md.',
    'No destination of https://elsewhere.example/api/webhooks/stripe. Add one, see docs/guides/stripe.md.',
    'Set STRIPE_THIN_WEBHOOK_SECRET.',
    'Set STRIPE_CONNECT_WEBHOOK_SECRET.',
  ])
})

test('with automatic tax, also checks the tax settings and the prices', async () => {
  const { stripe } = await silentStripe({ automaticTax: true })
  const checks = await checkStripe(stripe, 'http://127.0.0.1:1')
  expect(checks.filter(check => !check.ok)).toEqual([])
  expect(checks).toContainEqual({ what: 'Tax', ok: true, note: 'is set up' })
  const { client } = stripe
  const { id: product } = await client.products.create({ name: 'Premium' })
  const recurring = { interval: 'month' as const }
  const { id: premium } = await client.prices.create({
    product,
    currency: 'usd',
    unit_amount: 999,
    recurring,
  })
  const missing = await checkStripe(
    { ...stripe, prices: { ...stripe.prices, premium } },
    'http://127.0.0.1:1',
  )
  expect(missing.filter(check => !check.ok).map(check => check.note)).toEqual([
    `${premium} is unspecified about tax. Set its tax behavior to exclusive: tax is added to the price.`,
  ])
})
