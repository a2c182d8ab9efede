import { expect, test } from 'vitest'
import { jumpCourse, sampleTelemetry, shaking } from '#server/analysis/sample-ride.ts'
import { livelinessOf } from './liveliness.ts'

const ride = (g: (time: number) => number, seconds = 120) => sampleTelemetry({ seconds, g })!

test('jumps are the strongest moments, the hardest landing first', () => {
  const [soft, hard] = [jumpCourse(30, 0.8, 3), jumpCourse(80, 1.2, 6)]
  const { moments, curve } = livelinessOf(
    ride(time => (time < 55 ? soft(time) : hard(time))),
    120,
  )
  expect(moments.map(({ time }) => Math.round(time / 5) * 5)).toEqual([80, 30])
  expect(moments.map(({ g }) => Math.round(g!))).toEqual([6, 3])
  expect(curve).toHaveLength(120)
  expect(Math.max(...curve)).toBe(Math.max(...curve.slice(75, 87)))
})

test('a calm ride has no moments', () => {
  expect(livelinessOf(ride(shaking(0.05)), 120).moments).toEqual([])
})

test("the rider's own tags come first, and nothing is suggested twice", () => {
  const telemetry = ride(jumpCourse(80, 1.2, 6))
  const tag = { start: 81, end: 81, kind: 'manual' as const, confidence: null, score: null }
  const { moments } = livelinessOf({ ...telemetry, tags: [{ ...tag, time: 81 }] }, 120)
  expect(moments).toEqual([{ time: 81, g: null }])
})

test('changes of speed count where there is no accelerometer', () => {
  const braking = sampleTelemetry({
    seconds: 60,
    speed: time => (time < 40 ? 20 : Math.max(0, 20 - (time - 40) * 5)),
  })!
  const [moment] = livelinessOf(braking, 60).moments
  expect(Math.abs(moment!.time - 42)).toBeLessThan(3)
})
