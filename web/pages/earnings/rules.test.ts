import { expect, test } from 'vitest'
import { barsOf, periodOf } from './rules.ts'

test('a period ends now and starts the chosen number of days ago', () => {
  expect(periodOf(30, new Date('2026-11-21T18:00:00Z'), 'UTC')).toEqual({
    startDate: '2026-10-22',
    endDate: '2026-11-21',
    timeZone: 'UTC',
  })
})

test("a period ends with the viewer's today, never with tomorrow", () => {
  const end = (at: string, zone: string) => periodOf(7, new Date(at), zone).endDate
  expect(end('2026-11-21T18:00:00Z', 'Pacific/Auckland')).toBe('2026-11-22')
  expect(end('2026-11-21T05:00:00Z', 'Pacific/Pago_Pago')).toBe('2026-11-20')
})

test('a clock change moves no day', () => {
  // Half past midnight on the day after the clocks went back, and forward.
  expect(periodOf(7, new Date('2026-11-02T07:30:00Z'), 'America/Denver')).toMatchObject({
    startDate: '2026-10-26',
    endDate: '2026-11-02',
  })
  expect(periodOf(7, new Date('2026-03-09T06:30:00Z'), 'America/Denver')).toMatchObject({
    startDate: '2026-03-02',
    endDate: '2026-03-09',
  })
})

const days = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    date: new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10),
    earnings: 0.1,
    views: 2,
  }))

test('a month is shown by the day, a year by the week, and no cent is lost', () => {
  expect(barsOf(days(31))).toHaveLength(31)
  const year = barsOf(days(366))
  expect(year).toHaveLength(53)
  expect(year[0]).toEqual({ from: '2026-01-01', to: '2026-01-07', earnings: 0.7, views: 14 })
  expect(year.at(-1)).toEqual({ from: '2026-12-31', to: '2027-01-01', earnings: 0.2, views: 4 })
  expect(year.reduce((sum, bar) => sum + Math.round(bar.earnings * 100), 0)).toBe(3660)
})
