import { expect, test } from 'vitest'
import { subscriptionStates } from '#contract/money/subscriptions.ts'
import { entitledTier, feeInPrice, graceUntil, isLive, withinGuarantee } from './rules.ts'

const now = new Date('2026-11-21T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

test('only an active Stripe status, or a failed renewal in its grace period, entitles to a plan', () => {
  const entitled = subscriptionStates.filter(
    status => entitledTier({ status, tier: 'pro', pastDueSince: daysAgo(1), paused: false }, now) === 'pro',
  )
  expect(entitled.sort()).toEqual(['active', 'past_due', 'trialing'])
  const late = (days: number) =>
    entitledTier({ status: 'past_due', tier: 'premium', pastDueSince: daysAgo(days), paused: false }, now)
  expect([late(6.9), late(7)]).toEqual(['premium', 'free'])
  expect(graceUntil(daysAgo(7))).toEqual(now)
  expect(entitledTier({ status: 'active', tier: 'pro', pastDueSince: null, paused: true }, now)).toBe('free')
  expect(entitledTier(null, now)).toBe('free')
})

test('the guarantee, and what prevents a second plan', () => {
  expect([withinGuarantee(daysAgo(30), now, 30), withinGuarantee(daysAgo(30.1), now, 30)]).toEqual([
    true,
    false,
  ])
  expect(subscriptionStates.filter(isLive).sort()).toEqual([
    'active',
    'past_due',
    'paused',
    'trialing',
    'unpaid',
  ])
})

test("a fee is counted in the price's currency, not in the account's settlement currency", () => {
  expect(feeInPrice({ amount: 999 }, { amount: 999, fee: 59 })).toBe(59)
  // Settled in euros at 0.9, and in yen, which has no hundredths, at 150 to the dollar.
  expect(feeInPrice({ amount: 999 }, { amount: 899, fee: 53 })).toBe(59)
  expect(feeInPrice({ amount: 999 }, { amount: 1499, fee: 88 })).toBe(59)
})
