import { expect, test } from 'vitest'
import type { RideMarker } from '#contract/ride-data.ts'
import { lineOf, markerAt, rangeOf, valueAt } from './lines.ts'

const line = lineOf({
  stretches: [
    [
      [10, 4],
      [12, 8],
    ],
    [
      [20, 2],
      [22, 6],
    ],
  ],
})

test.each([
  [10, 4],
  [11, 6],
  [12, null],
  [16, null],
  [20, 2],
  [21.5, 5],
  [22.5, 6],
  [9.5, 4],
  [8, null],
  [24, null],
])('the value at %d s is %s', (time, value) => {
  expect(valueAt(line, time)).toBe(value)
})

test('a plot covers all measured values, and a constant height stays flat', () => {
  expect([line.least, line.most]).toEqual([2, 8])
  expect(rangeOf('speed', line)).toEqual({ low: 0, high: 8 })
  expect(rangeOf('g', { least: 0.9, most: 1.1 })).toEqual({ low: 0, high: 2 })
  expect(rangeOf('height', { least: 500, most: 504 })).toEqual({ low: 492, high: 512 })
})

test('a jump is named before the highlight around it', () => {
  const marker = (kind: RideMarker['kind'], start: number, end: number): RideMarker => ({
    kind,
    start,
    end,
    at: start,
    text: kind,
  })
  const markers = [marker('highlight', 5, 15), marker('jump', 8, 9)]
  expect([4, 6, 8.5].map(time => markerAt(markers, time)?.kind)).toEqual([undefined, 'highlight', 'jump'])
})
