import { expect, test } from 'vitest'
import { storyboardTime, storyboardTimes } from './thumbnails.ts'

test('frames are whole seconds of a short ride', () => {
  expect([0, 0.9, 1, 13.4].map(seconds => storyboardTime(seconds, 14.2))).toEqual([0, 0, 1, 13])
})

test('an hour is shown by at most 40 frames', () => {
  const times = new Set(Array.from({ length: 3600 }, (_, second) => storyboardTime(second, 3600)))
  expect(times.size).toBe(40)
  expect(storyboardTime(3599.9, 3600)).toBe(3510)
})

test.each([0.4, 14.2, 40, 41, 3600, 7199.9])(
  'the list of times of %s seconds is what the seek bar asks for',
  duration => {
    const asked = new Set(
      Array.from({ length: 5000 }, (_, i) => storyboardTime((i / 5000) * duration, duration)),
    )
    for (const time of asked) expect(storyboardTimes(duration)).toContain(time)
    expect(storyboardTimes(duration).length).toBeLessThanOrEqual(41)
  },
)
