import { expect, test } from 'vitest'
import type { GaugeRide } from '#contract/gauges/schemas.ts'
import { frameAt, layOutGauges, readAir, readG, readHeight, readSpeed, rideTimeAt } from './index.ts'

const none: GaugeRide = {
  speed: [],
  g: [],
  height: [],
  flights: [],
  track: [],
  profile: [],
  topSpeed: null,
  name: '',
}
const wide = { width: 1920, height: 1080, units: 'metric' } as const
const spans = [{ start: 0, end: 10 }]

test('interpolates between two samples, and shows nothing if one of them is missing', () => {
  const ride = { ...none, speed: [{ start: 4, hz: 2, values: [10, 12, null, 20] }] }
  expect(frameAt(ride, 4.25).speed).toBe(11)
  expect(frameAt(ride, 4.5).speed).toBe(12)
  expect(frameAt(ride, 4.75).speed).toBeNull()
  expect(frameAt(ride, 5.5).speed).toBe(20)
  expect(frameAt(ride, 6).speed).toBeNull()
  expect(frameAt(ride, 3).speed).toBeNull()
})

test('counts airtime during a flight, freezes it at touchdown and hides it two seconds later', () => {
  const ride = { ...none, flights: [{ start: 2, end: 3.17 }] }
  expect(frameAt(ride, 1.99).air).toBeNull()
  expect(frameAt(ride, 2.5).air).toEqual({ seconds: 0.5, landed: null })
  for (const time of [3.17, 4, 5.1]) expect(readAir(frameAt(ride, time).air?.seconds ?? 0)).toBe('1.17')
  expect(frameAt(ride, 5.2).air).toBeNull()
})

test('holds the peak of a landing on the g-meter for a second and a half', () => {
  const ride = {
    ...none,
    g: [{ start: 0, hz: 10, values: Array.from({ length: 60 }, (_, i) => (i === 20 ? 4 : 1)) }],
  }
  expect(frameAt(ride, 1.9)).toMatchObject({ g: 1, peak: 1 })
  expect(frameAt(ride, 3.4)).toMatchObject({ g: 1, peak: 4 })
  expect(frameAt(ride, 3.6)).toMatchObject({ g: 1, peak: 1 })
})

test('leaves out every gauge without data in the clip', () => {
  expect(layOutGauges(none, { ...wide, spans }).boxes).toEqual({})
  const speed = [{ start: 0, hz: 1, values: [0, 1, 2, null, null, null] }]
  expect(Object.keys(layOutGauges({ ...none, speed }, { ...wide, spans }).boxes)).toEqual(['speed'])
  expect(layOutGauges({ ...none, speed }, { ...wide, spans: [{ start: 4, end: 5 }] }).boxes).toEqual({})
})

test.each([
  [1920, 1080],
  [1080, 1920],
  [720, 1280],
  [1080, 1080],
  [848, 480],
])('lays out all gauges inside a picture of %i x %i without overlap', (width, height) => {
  const values = Array.from({ length: 11 }, () => 1)
  const all: GaugeRide = {
    speed: [{ start: 0, hz: 1, values }],
    g: [{ start: 0, hz: 1, values }],
    height: [],
    flights: [{ start: 1, end: 2 }],
    track: [
      [
        [0, 45, 7],
        [10, 45.01, 7.01],
      ],
    ],
    profile: [
      [
        [0, 600],
        [10, 700],
      ],
    ],
    topSpeed: 10,
    name: 'Ada',
  }
  const boxes = Object.values(layOutGauges(all, { width, height, units: 'metric', spans }).boxes)
  expect(boxes).toHaveLength(6)
  for (const [i, a] of boxes.entries()) {
    expect(a.x).toBeGreaterThanOrEqual(0)
    expect(a.x + a.width).toBeLessThanOrEqual(width)
    expect(a.y + a.height).toBeLessThanOrEqual(height)
    for (const b of boxes.slice(i + 1))
      expect(
        a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y,
      ).toBe(true)
  }
})

test("uses the rider's units", () => {
  expect([readSpeed(10, 'metric'), readSpeed(10, 'imperial')]).toEqual(['36', '22'])
  expect([readHeight(100, 'metric'), readHeight(100, 'imperial')]).toEqual(['100 m', '328 ft'])
  expect(readG(1.26)).toBe('1.3')
})

test("finds the ride's moment that a clip of several parts shows", () => {
  const parts = [
    { start: 30, end: 32 },
    { start: 5, end: 8 },
  ]
  expect([0, 1.5, 2, 4.5, 9].map(time => rideTimeAt(parts, time))).toEqual([30, 31.5, 5, 7.5, 8])
})
