import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payoutFrequencies } from '#contract/money/constants.ts'
import { sentences } from '#sentences/payouts.ts'
import { fromCents, micros, zero } from '#server/core/money.ts'
import { said } from '#server/core/sentences.ts'
import { propertyRuns } from '#test/harness/money.ts'
import {
  approvalFor,
  availableOf,
  feeOf,
  nextPeriod,
  type PayoutFacts,
  periodName,
  periodStart,
  refusalOfRequest,
  shortageOf,
  standing,
} from './rules.ts'

const numRuns = Math.max(1000, propertyRuns)

test('a fee is whole cents, never negative and never the whole amount', () => {
  expect(feeOf(fromCents(5255), { cents: 25, percent: 0.25 })).toBe(fromCents(38))
  expect(feeOf(fromCents(5000), { cents: 0, percent: 0 })).toBe(zero)
  expect(feeOf(fromCents(20), { cents: 25, percent: 0 })).toBe(fromCents(19))
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e8 }),
      fc.nat(2000),
      fc.double({ min: 0, max: 10, noNaN: true }),
      (cents, fixed, percent) => {
        const amount = fromCents(cents)
        const fee = feeOf(amount, { cents: fixed, percent })
        expect(fee >= 0n && fee < amount && fee % 10_000n === 0n).toBe(true)
      },
    ),
    { numRuns },
  )
})

test('payable: whole cents, less what is owed', () => {
  const available = (pending: bigint, payable: bigint) =>
    availableOf({ pending: micros(pending), payable: micros(payable) })
  expect(available(5_000_000n, 19_999n)).toBe(10_000n)
  expect(available(-15_000n, 50_000n)).toBe(30_000n)
  expect(available(0n, -1n)).toBe(0n)
  fc.assert(
    fc.property(
      fc.bigInt(-(10n ** 12n), 10n ** 12n),
      fc.bigInt(-(10n ** 12n), 10n ** 12n),
      (pending, payable) => {
        const amount = available(pending, payable)
        expect(amount >= 0n && amount % 10_000n === 0n).toBe(true)
        if (amount > 0n) expect(amount <= payable && amount <= payable + pending).toBe(true)
      },
    ),
    { numRuns },
  )
})

test('periods start on Mondays and the firsts of months and quarters, in UTC; every moment is in one of them', () => {
  const at = (text: string) => new Date(text)
  expect(periodName('weekly', at('2026-11-22T23:59:59Z'))).toBe('weekly:2026-11-16')
  expect(periodName('weekly', at('2026-11-23T00:00:00Z'))).toBe('weekly:2026-11-23')
  expect(periodName('monthly', at('2026-02-28T12:00:00Z'))).toBe('monthly:2026-02-01')
  expect(periodName('quarterly', at('2026-12-31T12:00:00Z'))).toBe('quarterly:2026-10-01')
  expect(nextPeriod('quarterly', at('2026-12-31T12:00:00Z'))).toEqual(at('2027-01-01T00:00:00Z'))
  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(fc.constantFrom(...payoutFrequencies), moments, (frequency, now) => {
      const [start, next] = [periodStart(frequency, now), nextPeriod(frequency, now)]
      expect(start <= now && now < next).toBe(true)
      expect(periodStart(frequency, next)).toEqual(next)
      expect(periodStart(frequency, new Date(next.getTime() - 1))).toEqual(start)
    }),
    { numRuns },
  )
})

const fine = {
  unpaid: fromCents(6000),
  available: fromCents(6000),
  threshold: fromCents(5000),
  holdDays: 7,
  emailVerified: true,
  suspended: false,
  inTransit: false,
  destinationReady: true,
}

test('a refusal gives the most important reason', () => {
  expect(refusalOfRequest(fine)).toBeNull()
  expect(String(refusalOfRequest({ ...fine, unpaid: fromCents(4999) }))).toBe(
    "Your balance of $49.99 hasn't reached your threshold of $50.00 yet.",
  )
  // Exactly the threshold is enough.
  expect(refusalOfRequest({ ...fine, unpaid: fine.threshold, available: fine.threshold })).toBeNull()
  expect(refusalOfRequest({ ...fine, suspended: true })).toBe(sentences.suspended)
  expect(refusalOfRequest({ ...fine, inTransit: true })).toBe(sentences.inTransit)
  expect(String(refusalOfRequest({ ...fine, available: fromCents(4999) }))).toContain('less than 7 days old')
  expect(refusalOfRequest({ ...fine, destinationReady: false })).toBe(sentences.bankNeeded)
  expect(refusalOfRequest({ ...fine, inTransit: true, suspended: true })).toBe(sentences.suspended)
  expect(refusalOfRequest({ ...fine, emailVerified: false, unpaid: zero })).toBe(
    sentences.confirmEmailToBePaid,
  )
  const of = (cents: number, first = false) => approvalFor({ amount: fromCents(cents), first }, 500)
  expect(of(2500, true)).toBe('needed')
  expect([of(49_999), of(50_000)]).toEqual(['not_needed', 'needed'])
})

test("the first day that the balance doesn't cover, and the amount missing by then", () => {
  const needs = [
    { by: '2026-11-22', cents: 5000 },
    { by: '2026-12-01', cents: 20_000 },
  ]
  const at = (availableCents: number, pendingCents = 0) =>
    shortageOf(needs, { availableCents, pendingCents }, '2026-11-22')
  expect(at(25_000)).toBeNull()
  expect(at(4000)).toEqual({ by: '2026-11-22', cents: 1000 })
  // Pending card payments are no help today.
  expect(at(4000, 90_000)).toEqual({ by: '2026-11-22', cents: 1000 })
  expect(at(6000)).toEqual({ by: '2026-12-01', cents: 19_000 })
  expect(at(6000, 19_000)).toBeNull()
})

/** How a payout stands, in English. */
const inEnglish = (p: PayoutFacts) => {
  const { reason, nextStep, ...codes } = standing(p)
  return { ...codes, reason: reason && said(reason, 'en'), nextStep: nextStep.in('en') }
}

test('every payout state says what happens next, and who has to act', () => {
  const base = {
    method: 'stripe' as const,
    approval: 'not_needed' as const,
    first: false,
    holdReason: null,
    suspended: false,
    awaitingFunds: false,
    limitedBy: null,
    net: fromCents(5217),
    returned: zero,
    bankProblem: null,
    failure: null,
  }
  expect(inEnglish({ ...base, status: 'pending' })).toEqual({
    reason: null,
    reasonCode: null,
    whoMustAct: null,
    nextStep: "We'll send $52.17 within minutes.",
  })
  expect(inEnglish({ ...base, status: 'pending', suspended: true })).toMatchObject({
    reasonCode: 'suspended',
    whoMustAct: 'staff',
  })
  expect(inEnglish({ ...base, status: 'pending', limitedBy: 'day' })).toEqual({
    reason: "Today's limit for payouts has been reached.",
    reasonCode: 'day_limit',
    whoMustAct: null,
    nextStep:
      "$52.17 goes out tomorrow, by UTC, or as soon as there is room again. You don't need to do anything.",
  })
  expect(inEnglish({ ...base, status: 'pending', limitedBy: 'size' })).toMatchObject({ whoMustAct: 'staff' })
  expect(inEnglish({ ...base, status: 'pending', method: 'manual' })).toMatchObject({ whoMustAct: 'staff' })
  expect(inEnglish({ ...base, status: 'unknown' })).toMatchObject({
    reasonCode: 'unconfirmed',
    whoMustAct: 'platform',
  })
  expect(inEnglish({ ...base, status: 'completed', returned: fromCents(2000) })).toEqual({
    reason: '$20.00 of this payout came back.',
    reasonCode: 'partly_returned',
    whoMustAct: null,
    nextStep:
      '$32.17 is at Stripe, which sends it on to your bank. What came back is in your balance and goes out with your next payout.',
  })
  const bankProblem = 'Your bank did not take it: the account is closed.'
  expect(inEnglish({ ...base, status: 'completed', bankProblem })).toMatchObject({
    reason: bankProblem,
    whoMustAct: 'creator',
    nextStep: expect.stringContaining('is safe in your Stripe account'),
  })
  const failure = { code: 'returned', message: 'It came back.', actor: 'creator' as const }
  expect(inEnglish({ ...base, status: 'failed', failure })).toMatchObject({
    reason: 'It came back.',
    reasonCode: 'returned',
    whoMustAct: 'creator',
    nextStep: expect.stringContaining('back in your balance'),
  })
})
