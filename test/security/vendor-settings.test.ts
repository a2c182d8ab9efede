import { expect, test } from 'vitest'
import { channelNames } from '#contract/publishing/publications.ts'
import { settingsOf } from '../../scripts/lib/vendor-settings.ts'

const stripe = {
  STRIPE_SECRET_KEY: `sk_live_${'a1B2'.repeat(6)}`,
  STRIPE_PUBLISHABLE_KEY: `pk_live_${'a1B2'.repeat(6)}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${'a1B2'.repeat(8)}`,
  STRIPE_PRICE_PREMIUM: 'price_1Premium00',
  STRIPE_PRICE_PRO: 'price_1Pro000000',
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

test('test keys are named, and can be asked', () => {
  const { ok, note, asked } = ofStripe({
    ...stripe,
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'x',
  })
  expect({ ok, asked }).toEqual({ ok: false, asked: true })
  expect(note).toMatch(/^Not for production. STRIPE_SECRET_KEY: a live key.*STRIPE_WEBHOOK_SECRET: whsec_/)
  expect(note).not.toContain('sk_test_1')
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
  const { tiktok: _, ...others } = channelNames
  expect(channels).toEqual(['tiktok'])
  expect(rows.filter(({ ok }) => ok === false).map(({ vendor }) => vendor)).toEqual([
    ...Object.values(others),
    'Stripe',
  ])
})
