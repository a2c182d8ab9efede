import { expect, test } from 'vitest'
import type { Invoice } from '#contract/money/subscriptions.ts'
import { decisionsOf, payoutTone, refundable, thresholdOf } from './rules.ts'

test('a threshold of 25 to 500 is saved with two decimals, anything else is not', () => {
  expect(['25', '500', '50.5', '$75', ' 100 ', '49.999'].map(thresholdOf)).toEqual([
    '25.00',
    '500.00',
    '50.50',
    '75.00',
    '100.00',
    '50.00',
  ])
  expect(['24.99', '500.01', '', 'fifty', '1e2', '-50', '50 dollars'].map(thresholdOf)).toEqual(
    Array(7).fill(null),
  )
})

test('staff can only decide about pending payouts', () => {
  const of = (status: 'pending' | 'completed', approval: 'not_needed' | 'needed' | 'approved' | 'held') => [
    decisionsOf({ status, approval, method: 'stripe' }),
    decisionsOf({ status, approval, method: 'manual' }),
  ]
  expect(of('pending', 'needed')).toEqual([
    ['approve', 'hold'],
    ['approve', 'hold'],
  ])
  expect(of('pending', 'held')).toEqual([['approve'], ['approve']])
  expect(of('pending', 'approved')).toEqual([['hold'], ['complete', 'hold']])
  expect(of('completed', 'not_needed')).toEqual([[], []])
})

test('the guarantee covers payments of the last 30 days that were not refunded', () => {
  const invoice: Invoice = {
    id: 'in_1',
    number: null,
    status: 'paid',
    amount: 9.99,
    tax: 0,
    currency: 'usd',
    refunded: 0,
    createdAt: '2026-10-22T12:00:00Z',
    paidAt: '2026-10-22T12:00:00Z',
    description: 'Premium',
    url: null,
  }
  const now = new Date('2026-11-21T12:00:00Z')
  expect(refundable(invoice, now)).toBe('all')
  expect(refundable(invoice, new Date('2026-11-21T12:00:01Z'))).toBe('part')
  expect(refundable({ ...invoice, refunded: 9.99 }, now)).toBe(null)
  expect(refundable({ ...invoice, status: 'open', paidAt: null }, now)).toBe(null)
})

test('payouts: completed and failed have their own color, all others are secondary', () => {
  expect((['completed', 'failed', 'pending', 'processing', 'unknown'] as const).map(payoutTone)).toEqual([
    'green',
    'danger',
    'gray',
    'gray',
    'gray',
  ])
})
