import { expect, test } from 'vitest'
import { dayOf } from './day.ts'
import { brokenBy, type DayMeasured } from './rules.ts'

const measured = (day: string, change: Partial<DayMeasured> = {}): DayMeasured => ({
  ...{ day, clips: 1, topSpeed: 20, airtime: 1, distance: 5000, climbed: 300 },
  ...change,
})
const [first, second, today] = ['2026-06-01', '2026-06-02', '2026-06-03']
const two = [measured(first), measured(second)]

test('a clip breaks records of a clip by itself, and records of a day with its day', () => {
  expect(brokenBy(measured(today, { airtime: 1.3 }), two)).toEqual([{ kind: 'airtime', value: 1.3 }])
  const morning = measured(today, { distance: 3000, climbed: 300 })
  expect(brokenBy(measured(today, { distance: 2500, climbed: null }), [...two, morning])).toEqual([
    { kind: 'distance', value: 5500 },
  ])
})

test('a clip breaks nothing that it equals, and nothing that its day had broken already', () => {
  expect(brokenBy(measured(today), two)).toEqual([])
  const morning = measured(today, { distance: 6000, climbed: null, topSpeed: 30 })
  expect(brokenBy(measured(today, { topSpeed: 25, climbed: null }), [...two, morning])).toEqual([])
})

test('it takes two other days or three other clips, and the same measure in one of them', () => {
  const fast = measured(today, { topSpeed: 30 })
  expect(brokenBy(fast, [measured(first, { clips: 2 })])).toEqual([])
  expect(brokenBy(fast, [measured(first, { clips: 3 })])).toEqual([{ kind: 'topSpeed', value: 30 }])
  expect(brokenBy(fast, [measured(first), measured(second, { clips: 0 })])).toEqual([])
  const without = { topSpeed: null }
  expect(brokenBy(fast, [measured(first, without), measured(second, without)])).toEqual([])
})

test('a day is that of satellites, camera, name or upload, in this order, where the rider is', () => {
  const created_at = new Date('2026-06-10T02:00:00Z')
  const seconds = Date.parse('2026-06-05T03:00:00Z') / 1000
  const zone = 'America/Denver'
  // Only these two columns say when it was filmed.
  const video = (recordedAt: string | null, file_name = 'ride.mp4') =>
    ({ created_at, file_name, probe: { recordedAt, durationSeconds: 20 } }) as Parameters<typeof dayOf>[0]
  expect(dayOf(video('2026-06-07T12:00:00Z'), seconds, zone)).toBe('2026-06-04')
  expect(dayOf(video('2026-06-07T12:00:00Z', 'DJI_20260602080000.mp4'), null, zone)).toBe('2026-06-07')
  expect(dayOf(video(null, 'DJI_20260602020000.mp4'), null, zone)).toBe('2026-06-02')
  expect(dayOf(video(null), null, zone)).toBe('2026-06-09')
  expect(dayOf(video('2031-01-01T00:00:00Z'), null, zone)).toBe('2026-06-09')
})
