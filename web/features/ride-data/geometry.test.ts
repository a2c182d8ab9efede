import { expect, test } from 'vitest'
import type { TrackPoint } from '#contract/ride-data.ts'
import { layOut, placeAt } from '#gauges/geometry.ts'
import { roundLength, timeAt } from './geometry.ts'

const degree = 111_195
const frame = { width: 420, height: 220, margin: 10 }

/** The point `east` m east and `north` m north of a place at 45 degrees. */
const at = (time: number, east: number, north: number): TrackPoint => [
  time,
  45 + north / degree,
  7 + east / (degree * Math.cos((45 * Math.PI) / 180)),
]

test('lays a track out with north up, in true proportions, within its margin', () => {
  const drawn = layOut([[at(0, 0, 0), at(10, 400, 0), at(20, 400, 200)]], frame)
  expect(drawn.pixelsPerMeter).toBeCloseTo(1, 2)
  const points = [...drawn.xs].map((x, i) => [Math.round(x), Math.round(drawn.ys[i] as number)])
  expect(points).toEqual([
    [10, 210],
    [410, 210],
    [410, 10],
  ])
})

test('a ride on one spot stays a spot in the middle', () => {
  const drawn = layOut([[at(0, 0, 0), at(10, 1, 0)]], frame)
  expect(Math.abs((drawn.xs[1] as number) - (drawn.xs[0] as number))).toBeLessThan(5)
  expect(placeAt(drawn, 5)?.x).toBeCloseTo(210, 0)
})

test('a position is interpolated between samples, and missing where the track is cut', () => {
  const drawn = layOut(
    [
      [at(10, 0, 0), at(20, 100, 0)],
      [at(40, 300, 0), at(50, 400, 0)],
    ],
    frame,
  )
  expect(placeAt(drawn, 15)?.x).toBeCloseTo(60, 0)
  expect(placeAt(drawn, 20)?.x).toBeCloseTo(110, 0)
  expect([5, 30, 51].map(time => placeAt(drawn, time))).toEqual([null, null, null])
  expect(placeAt(drawn, 50)?.x).toBeCloseTo(410, 0)
})

test('a click beside the track picks its closest point', () => {
  const drawn = layOut([[at(0, 0, 0), at(10, 400, 0), at(20, 400, 200)]], frame)
  expect(timeAt(drawn, 210, 205, 0)).toBeCloseTo(5, 1)
  expect(timeAt(drawn, 418, 110, 0)).toBeCloseTo(15, 1)
  expect(timeAt(drawn, 0, 220, 9)).toBe(0)
  expect(timeAt(layOut([], frame), 1, 1, 0)).toBeNull()
})

test('on repeated laps, picks the lap being watched', () => {
  const lap = (from: number) => [
    at(from, 0, 0),
    at(from + 10, 400, 0),
    at(from + 20, 400, 200),
    at(from + 30, 0, 0),
  ]
  const drawn = layOut([[...lap(0), ...lap(30), ...lap(60)]], frame)
  expect(timeAt(drawn, 210, 210, 2)).toBeCloseTo(5, 1)
  expect(timeAt(drawn, 210, 210, 40)).toBeCloseTo(35, 1)
  expect(timeAt(drawn, 210, 210, 70)).toBeCloseTo(65, 1)
})

test('draws and picks nothing between two parts of the track', () => {
  const drawn = layOut(
    [
      [at(0, 0, 0), at(10, 100, 0)],
      [at(60, 300, 0), at(70, 400, 0)],
    ],
    frame,
  )
  expect([10, 60]).toContain(timeAt(drawn, 210, 110, 0))
})

test.each([
  [437, 200],
  [99, 50],
  [100, 100],
  [0.7, 0.5],
  [1999, 1000],
])('the scale bar for at most %d is %d long', (most, length) => {
  expect(roundLength(most)).toBeCloseTo(length)
})
