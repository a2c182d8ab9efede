import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestTime, estimateReach, slotsOf } from './optimal.ts'
import { readCustom } from './read-custom.ts'
import { instantOf, offsetMinutes, slotOf, wallText, wallTimeAt } from './zones.ts'

/** Five zones with the day and local time of both clock changes, and by how much they change. */
const changes = [
  {
    zone: 'America/New_York',
    spring: '2027-03-14',
    skipped: '02:30',
    lands: '03:30',
    autumn: '2026-11-01',
    twice: '01:30',
    by: 60,
  },
  {
    zone: 'Europe/Berlin',
    spring: '2027-03-28',
    skipped: '02:30',
    lands: '03:30',
    autumn: '2026-10-25',
    twice: '02:30',
    by: 60,
  },
  {
    zone: 'Australia/Lord_Howe',
    spring: '2026-10-04',
    skipped: '02:15',
    lands: '02:45',
    autumn: '2027-04-04',
    twice: '01:45',
    by: 30,
  },
  {
    zone: 'America/Santiago',
    spring: '2026-09-06',
    skipped: '00:30',
    lands: '01:30',
    autumn: '2027-04-03',
    twice: '23:30',
    by: 60,
  },
  {
    zone: 'Pacific/Auckland',
    spring: '2026-09-27',
    skipped: '02:30',
    lands: '03:30',
    autumn: '2027-04-04',
    twice: '02:30',
    by: 60,
  },
] as const

const dayBefore = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) - 3 * 86_400_000)
const plusDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

describe.each(changes)('$zone', c => {
  test('a time that the clocks skip is moved by as much as they skip', () => {
    const { instant, note } = readCustom(`${c.spring} ${c.skipped}`, c.zone, dayBefore(c.spring))
    expect(wallText(instant, c.zone)).toBe(`${c.spring} ${c.lands}`)
    expect(String(note)).toMatch(/forward/)
  })
  test('of a time that occurs twice, the first is used', () => {
    const { instant, note } = readCustom(`${c.autumn} ${c.twice}`, c.zone, dayBefore(c.autumn))
    expect(wallText(instant, c.zone)).toBe(`${c.autumn} ${c.twice}`)
    const again = new Date(instant.getTime() + c.by * 60_000)
    expect(wallText(again, c.zone)).toBe(`${c.autumn} ${c.twice}`)
    expect(String(note)).toMatch(/twice/)
  })
  test.each(['spring', 'autumn'] as const)('local time is kept across the change in %s', season => {
    const now = dayBefore(c[season])
    for (let days = -1; days <= 2; days++) {
      const day = plusDays(c[season], days)
      const { instant, note } = readCustom(`${day}T18:00`, c.zone, now)
      expect(wallText(instant, c.zone)).toBe(`${day} 18:00`)
      expect(note).toBeNull()
    }
    const before = readCustom(`${plusDays(c[season], -1)}T18:00`, c.zone, now).instant
    const after = readCustom(`${plusDays(c[season], 1)}T18:00`, c.zone, now).instant
    const sign = season === 'spring' ? -1 : 1
    expect(after.getTime() - before.getTime()).toBe(48 * 3600_000 + sign * c.by * 60_000)
  })
  test.each(['spring', 'autumn'] as const)(
    'plain English keeps the local time across the change in %s',
    season => {
      // Noon on the day before the change, so that 'tomorrow' is after it.
      const now = instantOf(wallTimeAt(new Date(`${plusDays(c[season], -1)}T12:00Z`), 'UTC'), c.zone).instant
      const { instant } = readCustom('tomorrow 6pm', c.zone, now)
      expect(wallText(instant, c.zone)).toBe(`${c[season]} 18:00`)
      const hours = readCustom('in 30 hours', c.zone, now).instant
      expect(hours.getTime() - now.getTime()).toBe(30 * 3600_000)
    },
  )
})

test('any instant is restored from its local time, or is the second of two', () => {
  const zones = ['UTC', 'Asia/Kathmandu', 'America/St_Johns', ...changes.map(c => c.zone)]
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: Date.UTC(2024, 0, 1) / 60_000, max: Date.UTC(2030, 0, 1) / 60_000 }),
      (zone, minutes) => {
        const at = new Date(minutes * 60_000)
        const { instant, shifted } = instantOf(wallTimeAt(at, zone), zone)
        expect(shifted).not.toBe('skipped')
        if (instant.getTime() === at.getTime()) return
        expect(shifted).toBe('twice')
        expect(at.getTime()).toBeGreaterThan(instant.getTime())
        expect(wallText(at, zone)).toBe(wallText(instant, zone))
      },
    ),
    { numRuns: 2000 },
  )
})

describe('custom schedule', () => {
  const now = new Date('2026-11-21T15:00:00Z')
  const zone = 'America/Denver'
  test.each([
    ['2026-11-29T18:00', '2026-11-30T01:00:00.000Z'],
    ['2026-11-29 18:00', '2026-11-30T01:00:00.000Z'],
    ['2026-11-29T18:00:00Z', '2026-11-29T18:00:00.000Z'],
    ['2026-11-29T18:00+0200', '2026-11-29T16:00:00.000Z'],
    ['tomorrow 6pm', '2026-11-23T01:00:00.000Z'],
    ['tomorrow at 6:30 pm', '2026-11-23T01:30:00.000Z'],
    ['next friday at 18:00', '2026-11-28T01:00:00.000Z'],
    ['in 2 hours', '2026-11-21T17:00:00.000Z'],
    ['in 90 seconds', '2026-11-21T15:01:30.000Z'],
    ['November 29 at 9am', '2026-11-29T16:00:00.000Z'],
    ['6pm EST', '2026-11-21T23:00:00.000Z'],
  ])('%s', (text, instant) => {
    expect(readCustom(text, zone, now).instant.toISOString()).toBe(instant)
  })
  test.each([
    'soonish',
    '',
    'banana tomorrow 6pm',
    '2026-13-01T10:00',
    '2026-11-31 10:00',
    '2026-11-29T25:00',
    '\u202e',
  ])("'%s' is refused with a sentence", text => {
    expect(() => readCustom(text, zone, now)).toThrow(
      expect.objectContaining({ status: 400, message: expect.stringMatching(/\.$/) }),
    )
  })
  test.each(['2026-11-21T07:00', 'yesterday 6pm', '2 hours ago', '2020-01-01'])(
    "'%s' is in the past",
    text => {
      expect(() => readCustom(text, zone, now)).toThrow(/has passed/)
    },
  )
  test.each(['01/02/2027', '1/2', 'at 6pm on 03/04/27', '5.6.2027 18:00', '12-11-2027'])(
    "which day '%s' means is asked",
    text => {
      expect(() => readCustom(text, zone, now)).toThrow(/Write the month as a word/)
    },
  )
  test.each([
    ['12/25/2026 6pm', '2026-12-26T01:00:00.000Z'],
    ['12/12/2026 6:10 pm', '2026-12-13T01:10:00.000Z'],
  ])('%s can only be one day', (text, instant) => {
    expect(readCustom(text, zone, now).instant.toISOString()).toBe(instant)
  })
  test('more than a year ahead is treated as a mistake', () => {
    expect(() => readCustom('2036-11-29 18:00', zone, now)).toThrow(/year ahead/)
  })
  test('any text gives a future instant or a 400', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.lorem()), text => {
        try {
          expect(readCustom(text, zone, now).instant > now).toBe(true)
        } catch (error) {
          expect(error).toMatchObject({ status: 400 })
        }
      }),
    )
  })
})

describe('best time', () => {
  const now = new Date('2026-11-23T08:00:00Z')
  const zone = 'Europe/Berlin'
  test('without figures the defaults apply: evenings for short videos', () => {
    const { instant, reason } = bestTime({ platform: 'tiktok', past: [], zone, now, taken: [] })
    expect(slotOf(instant, zone)).toEqual({ weekday: 1, hour: 19 })
    expect(String(reason)).toMatch(/no posts of our own/)
  })
  test('it learns: posts at 7 in the morning did ten times as well', () => {
    const post = (day: number, hour: number, views: number) => ({
      publishedAt: new Date(Date.UTC(2026, 9, day, hour - 2)),
      views,
    })
    const past = Array.from({ length: 15 }, (_, i) => [post(i + 1, 7, 1000), post(i + 1, 19, 100)]).flat()
    const { instant } = bestTime({ platform: 'tiktok', past, zone, now, taken: [] })
    expect(slotOf(instant, zone).hour).toBe(7)
    const weights = slotsOf('tiktok', past, zone)
    const of = (hour: number) => weights.find(s => s.weekday === 2 && s.hour === hour)?.weight ?? 0
    expect(of(7)).toBeGreaterThan(of(19) * 2)
  })
  test('a slot that is taken moves to the next best', () => {
    const first = bestTime({ platform: 'youtube', past: [], zone, now, taken: [] }).instant
    const second = bestTime({ platform: 'youtube', past: [], zone, now, taken: [first] }).instant
    expect(Math.abs(second.getTime() - first.getTime())).toBeGreaterThanOrEqual(3600_000)
  })
  test('the reach says how it was calculated, and is absent without figures', () => {
    const at = new Date('2026-11-23T18:00:00Z')
    expect(estimateReach({ platform: 'tiktok', past: [], at, zone, viralScore: 0.5 })).toMatchObject({
      views: 0,
    })
    const past = [100, 300, 200].map((views, i) => ({
      publishedAt: new Date(Date.UTC(2026, 9, 5 + i, 17)),
      views,
    }))
    const good = estimateReach({ platform: 'tiktok', past, at, zone, viralScore: 0.9 })
    const poor = estimateReach({ platform: 'tiktok', past, at, zone, viralScore: 0.1 })
    expect(good.views).toBeGreaterThan(poor.views)
    expect(String(good.reasoning)).toMatch(/Median of 3 earlier posts \(200 views\)/)
  })
})

test("a zone's offset includes daylight saving", () => {
  expect(offsetMinutes(new Date('2026-07-01T00:00:00Z'), 'Europe/Berlin')).toBe(120)
})
