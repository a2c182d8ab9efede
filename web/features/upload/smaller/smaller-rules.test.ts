import { expect, test } from 'vitest'
import { maxUploadBytes } from '#contract/constants.ts'
import { planFor, smallerSize } from './smaller-rules.ts'

const besides = 17e6
const film = (seconds: number) => ({ seconds, besides })
const uhd = { width: 3840, height: 2160, rate: 29.97 }

test.each([
  [3840, 2160, 1920, 1080],
  // 4:3, 8:7 and upright
  [4000, 3000, 1440, 1080],
  [5312, 4648, 1234, 1080],
  [2160, 3840, 1080, 1920],
  [5120, 1440, 1920, 540],
  // Never enlarged.
  [1280, 720, 1280, 720],
])('%d × %d becomes %d × %d', (width, height, smallerWidth, smallerHeight) => {
  expect(smallerSize({ width, height })).toEqual({ width: smallerWidth, height: smallerHeight })
})

test('a short film gets the usual bitrate, and its size counts what comes along', () => {
  const plan = planFor(film(120), uhd)!
  expect(plan).toMatchObject({ width: 1920, height: 1080, bitrate: 8_000_000 })
  expect(plan.bytes).toBeGreaterThan(120e6 + besides)
  expect(plan.bytes).toBeLessThan(120e6 + besides + 200e3)
})

test('a chapter of 4 GB gets as much as fits', () => {
  const plan = planFor(film(530), uhd)!
  expect(plan.bytes).toBeLessThan(maxUploadBytes * 0.97)
  expect(plan.bytes).toBeGreaterThan(maxUploadBytes * 0.94)
  expect(plan.bitrate).toBeLessThan(8_000_000)
})

test('more frames get more bits', () => {
  expect(planFor(film(120), { ...uhd, rate: 59.94 })!.bitrate).toBe(12_000_000)
})

test('a film that would look bad is not made smaller', () => {
  expect(planFor(film(900), uhd)).not.toBeNull()
  expect(planFor(film(1100), uhd)).toBeNull()
  expect(planFor(film(700), { ...uhd, rate: 59.94 })).toBeNull()
})
