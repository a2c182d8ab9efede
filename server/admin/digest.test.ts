import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { digestWeek } from './digest.ts'

const minute = 60_000

describe("a digest's week", () => {
  test('starts at nine on Monday local time and lasts until the end of Tuesday', () => {
    const at = (time: string, zone: string) => digestWeek(new Date(time), zone)
    expect(at('2026-11-23T07:59:00Z', 'Europe/Berlin')).toBeNull()
    expect(at('2026-11-23T08:00:00Z', 'Europe/Berlin')).toBe('2026-11-23')
    expect(at('2026-11-24T22:59:00Z', 'Europe/Berlin')).toBe('2026-11-23')
    expect(at('2026-11-24T23:00:00Z', 'Europe/Berlin')).toBeNull()
    expect(at('2026-11-22T20:00:00Z', 'Pacific/Kiritimati')).toBe('2026-11-23')
    expect(at('2026-11-23T13:59:00Z', 'America/New_York')).toBeNull()
    expect(at('2026-11-23T14:00:00Z', 'America/New_York')).toBe('2026-11-23')
  })

  // Both clock changes of 2026 in five zones, two of them in the southern hemisphere, one with a half-hour
  // change.
  test.each([
    ['Europe/Berlin', '2026-03-29'],
    ['Europe/Berlin', '2026-10-25'],
    ['America/New_York', '2026-03-08'],
    ['America/New_York', '2026-11-01'],
    ['Australia/Lord_Howe', '2026-04-05'],
    ['Australia/Lord_Howe', '2026-10-04'],
    ['America/Santiago', '2026-04-05'],
    ['America/Santiago', '2026-09-06'],
    ['Africa/Casablanca', '2026-02-15'],
    ['Africa/Casablanca', '2026-03-22'],
  ])('%s: each Monday around the change of %s is one week, from nine on', (zone, change) => {
    const weeks = new Map<string, { first: Date; spells: number }>()
    let before: string | null = null
    const start = Date.parse(`${change}T00:00:00Z`) - 10 * 24 * 60 * minute
    for (let t = start; t < start + 21 * 24 * 60 * minute; t += 10 * minute) {
      const now = new Date(t)
      const week = digestWeek(now, zone)
      if (week && week !== before) {
        const seen = weeks.get(week)
        weeks.set(week, { first: seen?.first ?? now, spells: (seen?.spells ?? 0) + 1 })
      }
      before = week
    }
    expect(weeks.size).toBe(3)
    for (const [week, { first, spells }] of weeks) {
      expect(spells).toBe(1)
      expect(new Date(`${week}T12:00:00Z`).getUTCDay()).toBe(1)
      const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' }).format(first)
      expect(clock).toBe('09:00')
    }
  })

  test('is identified by a Monday, at any time and place', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
        fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
        (now, zone) => {
          const week = digestWeek(now, zone)
          if (week) expect(new Date(`${week}T12:00:00Z`).getUTCDay()).toBe(1)
        },
      ),
    )
  })
})
