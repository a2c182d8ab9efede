import fc from 'fast-check'
import { expect, test } from 'vitest'
import { timeMarks } from './time-marks.ts'

test('a time axis names its start, round seconds and its end', () => {
  expect(timeMarks(40, 700)).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40])
  expect(timeMarks(40.4, 320)).toEqual([0, 10, 20, 30, 40.4])
  expect(timeMarks(194, 700)).toEqual([0, 30, 60, 90, 120, 150, 194])
  expect(timeMarks(3600, 320)).toEqual([0, 900, 1800, 2700, 3600])
})

test('has no marks before its size is known', () => {
  expect([timeMarks(0, 700), timeMarks(40, 0)]).toEqual([[], []])
})

test('keeps its marks apart', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 36_000 }),
      fc.integer({ min: 200, max: 2000 }),
      (duration, width) => {
        const marks = timeMarks(duration, width)
        for (const [i, mark] of marks.slice(1).entries())
          expect(((mark - (marks[i] as number)) / duration) * width).toBeGreaterThan(63)
        expect([marks[0], marks.at(-1)]).toEqual([0, duration])
      },
    ),
  )
})
