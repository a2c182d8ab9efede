import { expect, test } from 'vitest'
import { qualityOf } from './choose-frame.ts'

const [width, height] = [64, 36]
const draw = (pixel: (x: number, y: number) => number) => ({
  width,
  height,
  pixels: Uint8Array.from({ length: width * height }, (_, i) => pixel(i % width, Math.floor(i / width))),
})
const board = (low: number, high: number) => draw((x, y) => (((x >> 2) + (y >> 2)) % 2 ? high : low))
const waves = draw((x, y) => 115 + 60 * Math.sin(x / 10) * Math.cos(y / 10))

test('black, white and empty frames score nothing', () => {
  expect(qualityOf(draw(() => 0))).toBe(0)
  expect(qualityOf(draw(() => 255))).toBe(0)
  expect(qualityOf(draw(() => 115))).toBe(0)
  expect(qualityOf(board(0, 20))).toBe(0)
})

test('a blurred frame scores nothing, a sharp one more than a soft one', () => {
  expect(qualityOf(waves)).toBe(0)
  expect(qualityOf(board(60, 170))).toBeGreaterThan(qualityOf(board(100, 130)))
  expect(qualityOf(board(100, 130))).toBeGreaterThan(0)
})

test('of two equally sharp frames the better exposed one wins', () => {
  expect(qualityOf(board(75, 155))).toBeGreaterThan(qualityOf(board(5, 85)))
  expect(qualityOf(board(75, 155))).toBeGreaterThan(qualityOf(board(170, 250)))
})
