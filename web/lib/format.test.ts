import { expect, test } from 'vitest'
import { formatMegabytes, formatSpeed } from './bytes.ts'
import { formatClock, formatLength, formatMoment, formatMoney, formatPercent, formatViews } from './format.ts'
import { formatAgo } from './format-ago.ts'
import { visitSomehow } from './some-visit.ts'

visitSomehow()

test('times are m:ss', () => {
  expect([0, 9.9, 59.999, 60, 194, 3600].map(formatClock)).toEqual([
    '0:00',
    '0:09',
    '0:59',
    '1:00',
    '3:14',
    '60:00',
  ])
})

test('lengths are rounded', () => {
  expect([0, 12.4, 12.6, 59.5].map(formatLength)).toEqual(['0:00', '0:12', '0:13', '1:00'])
})

test('money has two decimals', () => {
  expect([0, 412.6, 18204].map(formatMoney)).toEqual(['$0.00', '$412.60', '$18,204.00'])
})

test('shares are rounded percentages', () => {
  expect([0, 0.945, 0.95, 1].map(formatPercent)).toEqual(['0%', '95%', '95%', '100%'])
})

test('sizes use the unit of the upload limit', () => {
  const mb = 1024 * 1024
  expect([1.44 * mb, 212.3 * mb, 500 * mb].map(formatMegabytes)).toEqual(['1.4 MB', '212 MB', '500 MB'])
  expect([820 * 1024, 1.44 * mb].map(formatSpeed)).toEqual(['820 KB/s', '1.4 MB/s'])
})

test('a time of this year omits the year', () => {
  const now = new Date(2026, 10, 21)
  expect(formatMoment(new Date(2026, 9, 18, 12).toISOString(), now)).toMatch(/^Oct 18, 12:00\sPM$/)
  expect(formatMoment(new Date(2025, 9, 18, 12).toISOString(), now)).toMatch(/^Oct 18, 2025, 12:00\sPM$/)
})

test('a time within the last day is relative to now', () => {
  const now = new Date(2026, 10, 21, 12)
  const ago = (minutes: number) => formatAgo(new Date(now.getTime() - minutes * 60_000).toISOString(), now)
  expect([-1, 0.5, 5, 60, 23.9 * 60].map(ago)).toEqual([
    'now',
    'now',
    '5 minutes ago',
    '1 hour ago',
    '23 hours ago',
  ])
  expect(ago(24 * 60)).toMatch(/^Nov 20, 12:00\sPM$/)
})

test('a count of views agrees with its noun', () => {
  expect([0, 1, 2, 18204].map(formatViews)).toEqual(['0 views', '1 view', '2 views', '18,204 views'])
})
