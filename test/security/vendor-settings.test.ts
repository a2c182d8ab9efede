import { expect, test } from 'vitest'
import { settingsOf } from '../../scripts/lib/vendor-settings.ts'

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_PREMIUM: 'price_1',
  STRIPE_PRICE_PRO: 'price_2',
}
const ofStripe = (env: Record<string, string>) => {
  const { rows, stripe: asked } = settingsOf(env)
  const row = rows.find(({ vendor }) => vendor === 'Stripe')
  return { ok: row?.ok, note: row?.note, asked }
}

test('Stripe needs all of its settings while payouts go through it', () => {
  expect(ofStripe({})).toMatchObject({ ok: false, asked: false })
  expect(ofStripe({ PAYOUT_METHOD: 'stripe' })).toMatchObject({ ok: false, asked: false })
  expect(ofStripe(stripe)).toEqual({ ok: true, note: 'are all there', asked: true })
})

test('manual payouts need no Stripe, and nothing is asked there', () => {
  expect(ofStripe({ PAYOUT_METHOD: 'manual' })).toEqual({
    ok: true,
    note: "aren't needed with PAYOUT_METHOD=manual, unless you sell plans",
    asked: false,
  })
})

test('plans with manual payouts need Stripe as a whole', () => {
  const { STRIPE_PRICE_PRO: _, ...rest } = stripe
  expect(ofStripe({ ...rest, PAYOUT_METHOD: 'manual' })).toEqual({
    ok: false,
    note: 'Set STRIPE_PRICE_PRO: docs/guides/stripe.md',
    asked: false,
  })
  expect(ofStripe({ ...stripe, PAYOUT_METHOD: 'manual' })).toMatchObject({ ok: true, asked: true })
})

test('a platform can be asked once its settings are there', () => {
  const { rows, channels } = settingsOf({ TIKTOK_CLIENT_KEY: 'key', TIKTOK_CLIENT_SECRET: 'secret' })
  expect(channels).toEqual(['tiktok'])
  expect(rows.filter(({ ok }) => ok === false).map(({ vendor }) => vendor)).toEqual([
    'YouTube',
    'Facebook',
    'Stripe',
  ])
})
