import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBlockMatcher } from './block-motion.ts'
import { createPictureMeter } from './picture.ts'
import {
  bandCount,
  bands,
  bandsSize,
  colorfulness,
  histogram,
  histogramDistance,
  laplacianEnergy,
  meanSd,
} from './planes.ts'

const width = 160
const height = 90
const hz = 8

/** A texture without repetition that is smooth enough for subpixel tracking. */
function texture(x: number, y: number): number {
  return (
    128 +
    30 * Math.sin(x * 0.31 + y * 0.11) +
    25 * Math.sin(x * 0.13 - y * 0.27 + 1) +
    20 * Math.sin(x * 0.057 + y * 0.4 + 2) +
    15 * Math.sin(x * 0.53 + y * 0.47)
  )
}

function frame(value: (x: number, y: number) => number, u = 128, v = 128): Uint8Array {
  const bytes = new Uint8Array((width * height * 3) / 2)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) bytes[y * width + x] = Math.round(value(x, y))
  bytes.fill(u, width * height, (width * height * 5) / 4)
  bytes.fill(v, (width * height * 5) / 4)
  return bytes
}

function measure(...frames: Uint8Array[]) {
  const meter = createPictureMeter(width, height, hz)
  for (const f of frames) meter.add(f)
  return meter.finish()
}

describe('motion', () => {
  it("equals a texture's shift, in frame widths per second", () => {
    fc.assert(
      fc.property(fc.integer({ min: -12, max: 12 }), fc.integer({ min: -7, max: 7 }), (dx, dy) => {
        const { flowX, flowY, flow, residual } = measure(
          frame(texture),
          frame((x, y) => texture(x - dx, y - dy)),
        )
        expect(flowX[1]! * (width / hz)).toBeCloseTo(dx, 0)
        expect(flowY[1]! * (width / hz)).toBeCloseTo(dy, 0)
        expect(flow[1]).toBeCloseTo((Math.hypot(dx, dy) * hz) / width, 1)
        expect(residual[1]).toBeLessThan(0.2)
      }),
      { numRuns: 25 },
    )
  })

  it('has subpixel precision', () => {
    const { flowX } = measure(
      frame(texture),
      frame((x, y) => texture(x - 1.5, y)),
    )
    expect(Math.abs(flowX[1]! * (width / hz) - 1.5)).toBeLessThan(0.2)
  })

  it('in a growing picture is divergence, without flow', () => {
    const growth = 1.06
    const grown = (x: number, y: number) => texture(80 + (x - 80) / growth, 45 + (y - 45) / growth)
    const { divergence, flow } = measure(frame(texture), frame(grown))
    expect(divergence[1]! / hz).toBeGreaterThan(0.04)
    expect(divergence[1]! / hz).toBeLessThan(0.08)
    expect(flow[1]! * (width / hz)).toBeLessThan(1)
  })

  it('is zero where the picture is static or flat', () => {
    expect(measure(frame(texture), frame(texture)).flow[1]).toBe(0)
    expect(
      measure(
        frame(() => 90),
        frame(() => 140),
      ).flow[1],
    ).toBe(0)
  })

  it('is assigned to the quarter of the width that moves', () => {
    const half = frame((x, y) => (x < 80 ? texture(x, y) : texture(x - 6, y)))
    const { motionColumns } = measure(frame(texture), half)
    const [a, , c, d] = motionColumns.subarray(4)
    expect(a).toBeLessThan(0.03)
    expect(c).toBeGreaterThan(0.15)
    expect(d).toBeGreaterThan(0.2)
  })

  it('leaves a residual where nothing matches', () => {
    const other = frame((x, y) => texture(y * 3 + 500, x * 2.3 + 900))
    expect(measure(frame(texture), other).residual[1]).toBeGreaterThan(0.3)
  })

  it('is the same for each call on the same frames', () => {
    const matcher = createBlockMatcher(width, height)
    const [a, b] = [frame(texture), frame((x, y) => texture(x - 3, y - 2))].map(f =>
      f.subarray(0, width * height),
    )
    const first = Float32Array.from(matcher.match(b!, a!).dx)
    matcher.match(a!, b!)
    expect(matcher.match(b!, a!).dx).toEqual(first)
  })
})

describe('planes', () => {
  it('have mean and standard deviation', () => {
    expect(meanSd(Uint8Array.from([10, 20, 30, 40]))).toEqual({ mean: 25, sd: Math.sqrt(125) })
  })

  it('of pure red are as colorful as its opponent colors predict', () => {
    // BT.601 limited-range red: U 90, V 240; rg = 255, yb = 127.5, no spread: 0.3 × √(255² + 127.5²)
    expect(colorfulness(new Uint8Array(8).fill(90), new Uint8Array(8).fill(240))).toBeCloseTo(85.5, 0)
    expect(colorfulness(new Uint8Array(8).fill(128), new Uint8Array(8).fill(128))).toBe(0)
  })

  it('have bands of rows from top to bottom, for luma and chroma', () => {
    const rows = (across: number, down: number, top: number, rest: number) =>
      Uint8Array.from({ length: across * down }, (_, i) => (i < across * down * 0.5 ? top : rest))
    const out = new Uint8Array(bandsSize)
    bands(rows(160, 90, 200, 80), rows(80, 45, 140, 110), rows(80, 45, 120, 120), 160, 90, out)
    expect([...out.subarray(0, bandCount)]).toEqual([...Array(9).fill(200), ...Array(9).fill(80)])
    expect([out[bandCount], out[2 * bandCount - 1]]).toEqual([140, 110])
    expect([...out.subarray(2 * bandCount)]).toEqual(Array(bandCount).fill(120))
  })

  it('have more Laplacian energy when sharp', () => {
    const sharp = frame((x, y) => (((x >> 1) + (y >> 1)) % 2 ? 200 : 50)).subarray(0, width * height)
    const soft = frame((x, y) => 125 + 75 * Math.sin(x / 9) * Math.sin(y / 9)).subarray(0, width * height)
    expect(laplacianEnergy(sharp, width, height)).toBeGreaterThan(100 * laplacianEnergy(soft, width, height))
    expect(laplacianEnergy(new Uint8Array(width * height).fill(7), width, height)).toBe(0)
  })

  it('with other brightness and color have the largest histogram distance', () => {
    const bins = (luma: number, chroma: number) => {
      const out = new Float32Array(96)
      histogram(
        new Uint8Array(16).fill(luma),
        new Uint8Array(4).fill(chroma),
        new Uint8Array(4).fill(chroma),
        out,
      )
      return out
    }
    expect(histogramDistance(bins(20, 20), bins(200, 200))).toBeCloseTo(1)
    expect(histogramDistance(bins(20, 20), bins(20, 200))).toBeCloseTo(0.5)
    expect(histogramDistance(bins(20, 20), bins(20, 20))).toBe(0)
  })
})

describe('severed', () => {
  const take = (seed: number) => (step: number) =>
    frame((x, y) => texture(x + 3 * step + 400 * seed, y * (1 + 0.7 * seed)))
  const [first, second] = [take(0), take(1)]

  it('measures what no pair of frames around a cut can match', () => {
    const { severed, residual } = measure(first(0), first(1), first(2), second(3), second(4), second(5))
    expect(severed[3]).toBeGreaterThan(3 * residual[2]!)
    expect([...severed].filter(value => value > 0)).toHaveLength(1)
  })

  it('is small where the camera was jolted, and zero where no frame stands alone', () => {
    const places = [0, 3, 27, 13, 16, 19]
    const { severed, residual } = measure(...places.map(place => frame((x, y) => texture(x + place, y))))
    expect(severed[2]).toBeGreaterThan(0)
    expect(severed[2]).toBeLessThan(residual[2]! / 3)
    expect([...measure(...[0, 1, 2, 3, 4].map(first)).severed]).toEqual([0, 0, 0, 0, 0])
  })
})
