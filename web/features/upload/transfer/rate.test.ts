import { expect, test } from 'vitest'
import { RateMeter } from './rate.ts'

test('measures the speed of a steady connection', () => {
  const meter = new RateMeter()
  for (let second = 0; second <= 20; second++) meter.add(second * 1000, second * 2_000_000)
  expect(meter.bytesPerSecond()).toBeCloseTo(2_000_000)
})

test('ignores old samples', () => {
  const meter = new RateMeter()
  for (let second = 0; second <= 10; second++) meter.add(second * 1000, second * 10_000_000)
  for (let second = 11; second <= 30; second++)
    meter.add(second * 1000, 100_000_000 + (second - 10) * 500_000)
  expect(meter.bytesPerSecond()).toBeCloseTo(500_000)
})

test('gives no speed for less than a second', () => {
  const meter = new RateMeter()
  expect(meter.bytesPerSecond()).toBe(null)
  meter.add(0, 0)
  meter.add(300, 4_000_000)
  expect(meter.bytesPerSecond()).toBe(null)
})

test('does not count the jump to the stored bytes after a reset as speed', () => {
  const meter = new RateMeter()
  meter.add(0, 0)
  meter.add(1000, 1_000_000)
  meter.reset()
  meter.add(2000, 200_000_000)
  meter.add(4000, 202_000_000)
  expect(meter.bytesPerSecond()).toBeCloseTo(1_000_000)
})
