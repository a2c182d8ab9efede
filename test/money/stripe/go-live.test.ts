import { expect, test } from 'vitest'
import { transaction } from '#sandbox/stripe/balance.ts'
import { checkStripe } from '#server/payouts/index.ts'
import { silentStripe } from '../../harness/money.ts'

test('a complete Stripe setup passes every check', async () => {
  const { stripe } = await silentStripe()
  const checks = await checkStripe(stripe, 'http://127.0.0.1:1')
  expect(checks.filter(check => check.ok === false)).toEqual([])
  expect(checks.map(check => check.what)).toEqual([
    'Key',
    'Price of Premium',
    'Price of Pro',
    'Payout schedule',
    'Agreement of payees',
    'Cross-border fee',
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
  expect(missing.filter(check => check.ok === false).map(check => check.note)).toEqual([
    "No such price: 'price_gone'. Make the price and set STRIPE_PRICE_PREMIUM.",
    `${premium} is not an active monthly price of $24.99. Set STRIPE_PRICE_PRO.`,
    'No destination of https://elsewhere.example/api/webhooks/stripe. Add one, see docs/guides/stripe.md.',
    'No destination of https://elsewhere.example/api/webhooks/stripe. Add one, see docs/guides/stripe.md.',
    'No destination of https://elsewhere.example/api/webhooks/stripe. Add one, see docs/guides/stripe.md.',
    'Set STRIPE_THIN_WEBHOOK_SECRET.',
    'Set STRIPE_CONNECT_WEBHOOK_SECRET.',
  ])
})

test("reads the schedule of Stripe's own payouts, and what payees abroad have accepted and cost", async () => {
  const { sandbox, stripe } = await silentStripe()
  const { client } = stripe
  const found = async () =>
    (await checkStripe(stripe, 'http://127.0.0.1:1'))
      .filter(({ what }) => ['Payout schedule', 'Agreement of payees', 'Cross-border fee'].includes(what))
      .map(({ ok, note }) => [ok, note])
  expect(await found()).toEqual([
    [true, 'is manual'],
    [null, 'No payee has accepted one yet.'],
    [true, 'No payee is abroad.'],
  ])
  await client.balanceSettings.update({ payments: { payouts: { schedule: { interval: 'daily' } } } })
  for (const country of ['us', 'de', 'gb', 'de']) {
    const account = await client.v2.core.accounts.create({
      contact_email: `${country}@trailcut.example`,
      identity: { country },
    })
    sandbox.setRecipient(account.id, 'active')
  }
  transaction(sandbox.state, {
    type: 'stripe_fee',
    source: 'fee_1',
    amount: -125,
    description: 'Connect (2026-11): Cross-Border Payouts',
  })
  expect(await found()).toEqual([
    [
      false,
      "is daily: Stripe sends the balance, from which riders are paid, to your bank. Set it to manual in Stripe's dashboard under Settings, Payouts.",
    ],
    [true, 'full: DE 2, GB 1, US 1'],
    [
      true,
      'Stripe keeps 0.25% of each payout abroad (DE 2, GB 1) from your balance: $1.25 in 90 days. Add it to your top-ups.',
    ],
  ])
  for (const account of sandbox.state.all('account', ({ identity }) => identity.country !== 'gb'))
    sandbox.state.put('account', { ...account, _agreement: 'recipient' })
  expect((await found())[1]).toEqual([
    false,
    "recipient: DE 2, US 1; full: GB 1. Stripe doesn't pay to accounts abroad under the recipient agreement. Choose the full one in Stripe's dashboard under Settings, Connect; these payees (DE 2) have to set up a new account.",
  ])
})

test('with automatic tax, also checks the tax settings and the prices', async () => {
  const { stripe } = await silentStripe({ automaticTax: true })
  const checks = await checkStripe(stripe, 'http://127.0.0.1:1')
  expect(checks.filter(check => check.ok === false)).toEqual([])
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
  expect(missing.filter(check => check.ok === false).map(check => check.note)).toEqual([
    `${premium} is unspecified about tax. Set its tax behavior to exclusive: tax is added to the price.`,
  ])
})
