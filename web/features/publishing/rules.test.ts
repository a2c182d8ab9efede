import { expect, test } from 'vitest'
import type { CalendarEntry } from '#contract/publishing.ts'
import { byDay, gainsOf, measuresOf, spanOf, usedShare, weeksOf } from './rules.ts'
import { distributed } from './standing.ts'

test('a month is whole weeks from Monday, with every day of it once', () => {
  for (let month = 0; month < 24; month++) {
    const weeks = weeksOf(2026, month)
    expect(weeks.every(week => week.length === 7)).toBe(true)
    expect(new Date(`${weeks[0]?.[0]?.date}T12:00`).getDay()).toBe(1)
    const own = weeks.flat().filter(day => day.inMonth)
    expect(own).toHaveLength(new Date(2026, month + 1, 0).getDate())
    expect(new Set(weeks.flat().map(day => day.date)).size).toBe(weeks.length * 7)
  }
  // February 2027 begins on a Monday and has 28 days.
  expect(weeksOf(2027, 1)).toHaveLength(4)
})

test('the span of a month ends where the next day begins', () => {
  const { from, to } = spanOf(weeksOf(2026, 10))
  expect(new Date(from).getHours() + new Date(to).getHours()).toBe(0)
  expect(new Date(to).getTime() - new Date(from).getTime()).toBe(42 * 86_400_000)
})

test('entries stand on their day in order', () => {
  const at = (id: string, date: Date) => ({ id, date: date.toISOString() }) as CalendarEntry
  const days = byDay([
    at('late', new Date(2026, 10, 3, 23, 59)),
    at('next', new Date(2026, 10, 4, 0, 0)),
    at('early', new Date(2026, 10, 3, 0, 0)),
  ])
  expect([...days].map(([day, of]) => [day, of.map(one => one.id)])).toEqual([
    ['2026-11-03', ['early', 'late']],
    ['2026-11-04', ['next']],
  ])
})

test('words are measured by the platform they are for', () => {
  const title = 'x'.repeat(150)
  expect(measuresOf('youtube_shorts', { title }).some(measure => measure.problem)).toBe(true)
  expect(measuresOf('tiktok', { title }).some(measure => measure.problem)).toBe(false)
})

test('gains have every day of the span, summed over the platforms', () => {
  const gains = gainsOf(
    [
      { day: '2026-11-20', platform: 'youtube', views: 5 },
      { day: '2026-11-20', platform: 'tiktok', views: 7 },
      { day: '2026-10-01', platform: 'tiktok', views: 100 },
    ],
    new Date('2026-11-21T10:00:00Z'),
    3,
  )
  expect(gains.map(({ day, views }) => [day, views])).toEqual([
    ['2026-11-19', 0],
    ['2026-11-20', 12],
    ['2026-11-21', 0],
  ])
  expect(gains[1]?.perPlatform).toEqual({ youtube: 5, youtube_shorts: 0, tiktok: 7 })
})

test('a limit is never more than used up', () => {
  expect([usedShare(0, 10), usedShare(3, 10), usedShare(12, 10), usedShare(0, 0)]).toEqual([0, 30, 100, 100])
})

test('the grid shows what is live of YouTube first', () => {
  const statuses = [
    { platform: 'youtube', state: 'failed' },
    { platform: 'youtube_shorts', state: 'published' },
    { platform: 'tiktok', state: null },
  ] as const
  expect(distributed(statuses, 'YT')?.platform).toBe('youtube_shorts')
  expect(distributed(statuses, 'TT')?.state).toBeNull()
})
