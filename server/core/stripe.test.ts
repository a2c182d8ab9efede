import { expect, test } from 'vitest'
import { openStripe, stripeSources } from './stripe.ts'

const settings = {
  secretKey: 'sk_test_1',
  publishableKey: 'pk_test_1',
  webhookSecret: 'whsec_1',
  thinSecret: undefined,
  prices: { premium: 'price_1', pro: 'price_2' },
  apiBase: undefined,
}

test('pages load from Stripe only when a Stripe account is configured', () => {
  const sources = (scriptUrl: string | null) =>
    stripeSources(openStripe({ ...settings, scriptUrl })).flatMap(source => Object.values(source))
  expect(sources(null)).toContain('https://js.stripe.com')
  expect(sources(null).every(source => /^https:\/\/[a-z*.]+\.stripe\.com$/.test(source))).toBe(true)
  expect(sources('/sandbox/stripe/v3')).toEqual([])
  expect(stripeSources(null)).toEqual([])
})
