import { expect, test } from 'vitest'
import { platforms } from '#contract/publishing/constants.ts'
import type { CalendarEntry } from '#contract/publishing/scheduling.ts'
import {
  byDay,
  contentName,
  contentOf,
  dayAfter,
  gainsOf,
  mayStandOn,
  measuresOf,
  spanOf,
  usedShare,
  withMoved,
} from './rules.ts'
import { distributed, isMoving } from './standing.ts'
import { firstWeekday, weekOf, weeksOf } from './weeks.ts'

test.each([1, 6, 7])('a month is whole weeks from day %i, with each of its days once', firstDay => {
  for (let month = 0; month < 24; month++) {
    const weeks = weeksOf(2026, month, firstDay)
    expect(weeks.every(week => week.length === 7)).toBe(true)
    expect(new Date(`${weeks[0]?.[0]?.date}T12:00`).getDay()).toBe(firstDay % 7)
    expect(weeks[0]?.some(day => day.inMonth)).toBe(true)
    const own = weeks.flat().filter(day => day.inMonth)
    expect(own).toHaveLength(new Date(2026, month + 1, 0).getDate())
    expect(new Set(weeks.flat().map(day => day.date)).size).toBe(weeks.length * 7)
  }
})

test('a month of four whole weeks takes four rows', () => {
  // February 2027 begins on a Monday and has 28 days.
  expect([weeksOf(2027, 1, 1).length, weeksOf(2027, 1, 7).length]).toEqual([4, 5])
})

test('weeks start as in the country, and a week holds its day', () => {
  expect(['en-US', 'en', 'es-MX', 'en-GB', 'de-DE', 'es-ES'].map(firstWeekday)).toEqual([7, 7, 7, 1, 1, 1])
  const days = (firstDay: number) => weekOf('2026-11-29', firstDay).map(day => day.date)
  expect([days(7)[0], days(7)[6]]).toEqual(['2026-11-29', '2026-12-05'])
  expect([days(1)[0], days(1)[6]]).toEqual(['2026-11-23', '2026-11-29'])
})

test("a month's range ends where the next day begins", () => {
  const { from, to } = spanOf(weeksOf(2026, 10, 1))
  expect(new Date(from).getHours() + new Date(to).getHours()).toBe(0)
  expect(new Date(to).getTime() - new Date(from).getTime()).toBe(42 * 86_400_000)
})

test('lists entries under their day in order', () => {
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

test('days are consecutive across months, leap days and clock changes', () => {
  expect(dayAfter('2026-11-30', 1)).toBe('2026-12-01')
  expect(dayAfter('2028-02-28', 1)).toBe('2028-02-29')
  expect(dayAfter('2027-01-01', -7)).toBe('2026-12-25')
  for (const date of ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01'])
    expect(dayAfter(dayAfter(date, 1), -1)).toBe(date)
})

test('an entry can move to a day on which its time is still ahead, and keeps that time', () => {
  const entry = {
    id: 'a',
    date: new Date(2026, 10, 20, 18, 30).toISOString(),
    canEdit: true,
  } as CalendarEntry
  const now = new Date(2026, 10, 19, 18, 30)
  expect(mayStandOn(entry, '2026-11-18', now)).toBe(false)
  expect(mayStandOn(entry, '2026-11-19', now)).toBe(false)
  expect(mayStandOn(entry, '2026-11-20', now)).toBe(true)
  expect(mayStandOn({ ...entry, canEdit: false }, '2026-11-20', now)).toBe(false)
  const other = { ...entry, id: 'b' }
  const days = byDay(withMoved([entry, other], entry, '2026-12-02'))
  expect([...days.keys()]).toEqual(['2026-11-20', '2026-12-02'])
  expect(days.get('2026-12-02')?.map(one => [one.id, new Date(one.date).getHours()])).toEqual([['a', 18]])
})

test("measures texts by their platform's rules", () => {
  const title = 'x'.repeat(150)
  expect(measuresOf('youtube_shorts', { title }).some(measure => measure.problem)).toBe(true)
  expect(measuresOf('tiktok', { title }).some(measure => measure.problem)).toBe(false)
})

test('gains cover every day of the period, summed over the platforms', () => {
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
  const none = Object.fromEntries(platforms.map(platform => [platform, 0]))
  expect(gains[1]?.perPlatform).toEqual({ ...none, youtube: 5, tiktok: 7 })
})

test('parses chosen content from its own value', () => {
  const pieces = [
    { kind: 'auto' },
    { kind: 'video' },
    { kind: 'highlight', index: 12 },
    { kind: 'reel', index: 0 },
  ] as const
  for (const piece of pieces) expect(contentOf(contentName(piece))).toEqual(piece)
})

test('a limit is never more than fully used', () => {
  expect([usedShare(0, 10), usedShare(3, 10), usedShare(12, 10), usedShare(0, 0)]).toEqual([0, 30, 100, 100])
})

test('the grid shows live YouTube posts first', () => {
  const statuses = [
    { platform: 'youtube', state: 'failed' },
    { platform: 'youtube_shorts', state: 'published' },
    { platform: 'tiktok', state: null },
  ] as const
  expect(distributed(statuses, 'youtube')?.platform).toBe('youtube_shorts')
  expect(distributed(statuses, 'tiktok')?.state).toBeNull()
})

test('polls due and running publications often, later ones not', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const at = (state: Parameters<typeof isMoving>[0]['state'], seconds: number) =>
    isMoving({ state, scheduledFor: new Date(now + seconds * 1000).toISOString() }, now)
  expect([at('scheduled', -1), at('scheduled', 20), at('scheduled', 3600)]).toEqual([true, true, false])
  expect([at('queued', 0), at('uploading', 0), at('published', 0), at(null, 0)]).toEqual([
    true,
    true,
    false,
    false,
  ])
})
