import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEgoMotionMeter } from './ego-motion.ts'
import { egoRate } from './plan.ts'

const width = 160
const height = 90
const hz = 30

/** A texture without repetition whose columns and rows have brightness of their own. */
const texture = (x: number, y: number): number =>
  128 +
  25 * Math.sin(x * 0.31) +
  20 * Math.sin(x * 0.13 + 1) +
  20 * Math.sin(y * 0.27 + 2) +
  15 * Math.sin(y * 0.11) +
  10 * Math.sin(x * 0.05 + y * 0.07)

function luma(value: (x: number, y: number) => number, across = width, down = height): Uint8Array {
  const bytes = new Uint8Array(across * down)
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) bytes[y * across + x] = Math.round(value(x, y))
  return bytes
}

function measure(...frames: Uint8Array[]) {
  const meter = createEgoMotionMeter(width, height, hz)
  for (const frame of frames) meter.add(frame)
  return meter.finish()
}

const still = luma(texture)

describe("the camera's own motion", () => {
  it('is the shift of the picture in frame widths per second, to half a pixel', () => {
    const part = fc.double({ min: -8, max: 8, noNaN: true })
    fc.assert(
      fc.property(part, part, (dx, dy) => {
        const { yaw, pitch, roll, growth, residual } = measure(
          still,
          luma((x, y) => texture(x - dx, y - dy)),
        )
        expect(Math.abs((yaw[1]! * width) / hz - dx)).toBeLessThan(0.3)
        expect(Math.abs((pitch[1]! * width) / hz - dy)).toBeLessThan(0.3)
        expect(Math.abs(roll[1]! / hz)).toBeLessThan(0.01)
        expect(Math.abs(growth[1]! / hz)).toBeLessThan(0.01)
        expect(residual[1]).toBeLessThan(0.3)
      }),
      { numRuns: 40 },
    )
  })

  it('is measured in an upright picture too', () => {
    const [across, down] = [height, width]
    const meter = createEgoMotionMeter(across, down, hz)
    const grown = (factor: number) => (x: number, y: number) =>
      texture(45 + (x - 45) / factor - 3, 60 + (y - 60) / factor - 2)
    meter.add(luma(texture, across, down))
    meter.add(luma(grown(1.03), across, down))
    const { yaw, pitch, growth, residual } = meter.finish()
    expect(Math.abs((yaw[1]! * across) / hz - 3)).toBeLessThan(0.7)
    expect(Math.abs((pitch[1]! * across) / hz - 2)).toBeLessThan(0.7)
    expect(growth[1]! / hz).toBeGreaterThan(0.015)
    expect(growth[1]! / hz).toBeLessThan(0.045)
    expect(residual[1]).toBeLessThan(0.4)
  })

  it('is a number even in a black picture, which nothing is believed of', () => {
    const black = luma(() => 16)
    const { yaw, pitch, roll, growth, residual } = measure(
      black,
      luma(() => 17),
      black,
    )
    for (const list of [yaw, pitch, roll, growth]) expect([...list]).toEqual([0, 0, 0])
    expect([...residual.subarray(1)]).toEqual([1, 1])
  })

  it('grows with what it approaches', () => {
    const grown = (factor: number) => luma((x, y) => texture(80 + (x - 80) / factor, 45 + (y - 45) / factor))
    const { growth, yaw } = measure(still, grown(1.04))
    expect(growth[1]! / hz).toBeGreaterThan(0.025)
    expect(growth[1]! / hz).toBeLessThan(0.055)
    expect(Math.abs((yaw[1]! * width) / hz)).toBeLessThan(0.3)
    expect(measure(still, grown(0.96)).growth[1]! / hz).toBeLessThan(-0.025)
  })

  it('of what is far away is that of the upper rows, whatever the ground does', () => {
    const split = (far: number, near: number) =>
      luma((x, y) => texture(x, y < 0.45 * height ? y - far : 300 + y - near))
    const { farPitch, pitch } = measure(split(0, 0), split(3, 0), split(3, 4))
    expect(Math.abs((farPitch[1]! * height) / hz - 3)).toBeLessThan(0.4)
    expect(Math.abs((farPitch[2]! * height) / hz)).toBeLessThan(0.4)
    expect(Math.abs((pitch[1]! * width) / hz - 3)).toBeGreaterThan(0.6)
  })

  it('rolls with a picture whose sides move in opposite directions', () => {
    const angle = 0.03
    const turned = luma((x, y) => {
      const [dx, dy] = [x - 80, y - 34]
      return texture(
        80 + dx * Math.cos(angle) + dy * Math.sin(angle),
        34 + dy * Math.cos(angle) - dx * Math.sin(angle),
      )
    })
    const { roll, pitch } = measure(still, turned)
    expect(roll[1]! / hz).toBeCloseTo(angle, 1)
    expect(Math.sign(roll[1]!)).toBe(1)
    expect(Math.abs((pitch[1]! * width) / hz)).toBeLessThan(0.3)
  })

  it('ignores a change of exposure and a shadow', () => {
    const darker = luma((x, y) => 0.8 * texture(x, y) - 5)
    const shaded = luma((x, y) => texture(x, y) - (x < 70 ? 40 : 0))
    for (const frame of [darker, shaded]) {
      const { yaw, pitch } = measure(still, frame)
      expect(Math.abs((yaw[1]! * width) / hz)).toBeLessThan(0.6)
      expect(Math.abs((pitch[1]! * width) / hz)).toBeLessThan(0.6)
    }
  })

  it('has a high residual where nothing matches', () => {
    const other = luma((x, y) => texture(y * 1.7 + 400, x * 1.3 + 900))
    expect(measure(still, other).residual[1]).toBeGreaterThan(0.6)
    expect(
      measure(
        still,
        luma((x, y) => texture(x - 2, y)),
      ).residual[1],
    ).toBeLessThan(0.3)
  })

  it('is spread over frames that repeat because the video has fewer', () => {
    const moved = luma((x, y) => texture(x - 4, y))
    const { yaw } = measure(still, still, moved, moved)
    const pixels = Array.from(yaw, value => (value * width) / hz)
    expect(pixels[1]).toBeCloseTo(2, 0)
    expect(pixels[2]).toBeCloseTo(2, 0)
    expect(pixels[3]).toBe(0)
  })

  it('is measured about 30 times a second, and not below 20', () => {
    expect([24, 25, 30, 50, 60, 120, 240].map(egoRate)).toEqual([24, 25, 30, 25, 30, 30, 30])
    expect(egoRate(29.97)).toBe(29.97)
    expect([0, 2, 15, Number.NaN].map(egoRate)).toEqual([null, null, null, null])
  })
})
