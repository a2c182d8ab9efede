import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  argMax,
  argMin,
  logistic,
  mad,
  mean,
  median,
  movingMedian,
  peaksIn,
  pick,
  quantile,
  runs,
  smooth,
} from './math.ts'

const numbers = (minLength: number) =>
  fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength, maxLength: 60 })

describe('statistics', () => {
  it('ignore NaN', () => {
    const list = [3, Number.NaN, 1, 2]
    expect([median(list), mean(list), quantile(list, 0), quantile(list, 1)]).toEqual([2, 2, 1, 3])
    expect([median([]), mean([Number.NaN])]).toEqual([Number.NaN, Number.NaN])
  })

  it('select values by rank', () => {
    expect([...pick(Float32Array.of(5, 6, 7, 8), i => i % 2 === 1)]).toEqual([6, 8])
    expect([...pick(Float32Array.of(5), () => false)]).toEqual([])
  })

  it('are ordered: quantiles rise, and lie among the values', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(numbers(1), share, share, (list, a, b) => {
        const [low, high] = [quantile(list, Math.min(a, b)), quantile(list, Math.max(a, b))]
        expect(low).toBeLessThanOrEqual(high)
        expect(low).toBeGreaterThanOrEqual(Math.min(...list))
        expect(high).toBeLessThanOrEqual(Math.max(...list))
      }),
    )
  })

  it('measure spread like the standard deviation, ignoring one outlier', () => {
    expect(mad([1, 2, 3, 4, 5])).toBeCloseTo(1.4826)
    expect(mad([1, 2, 3, 4, 5000])).toBeCloseTo(1.4826)
    expect(logistic(3, 3, 1)).toBe(0.5)
  })
})

describe('moving windows', () => {
  it('match their definition', () => {
    fc.assert(
      fc.property(numbers(1), fc.integer({ min: 1, max: 9 }), (list, width) => {
        const half = Math.floor(width / 2)
        const means = smooth(list, width)
        const medians = movingMedian(list, width)
        list.forEach((_, i) => {
          const window = list.slice(Math.max(0, i - half), i + half + 1)
          const scale = 1 + Math.max(...window.map(Math.abs)) + Math.max(...list.map(Math.abs))
          expect(Math.abs(means[i]! - mean(window)) / scale).toBeLessThan(1e-5)
          expect(Math.abs(medians[i]! - median(window)) / scale).toBeLessThan(1e-6)
        })
      }),
    )
  })

  it('bridge gaps in a mean', () => {
    expect([...smooth([1, Number.NaN, 3], 3)]).toEqual([1, 2, 3])
    expect([...smooth([Number.NaN, Number.NaN], 1)]).toEqual([Number.NaN, Number.NaN])
  })
})

describe('runs and peaks', () => {
  const level = [0, 1, 5, 6, 5, 1, 4, 4.5, 1, 0, 0, 3, 0]

  it('join over gaps and drop short runs', () => {
    expect(runs(level.length, i => level[i]! > 2)).toEqual([
      { from: 2, to: 5 },
      { from: 6, to: 8 },
      { from: 11, to: 12 },
    ])
    expect(runs(level.length, i => level[i]! > 2, 1, 2)).toEqual([{ from: 2, to: 8 }])
  })

  it('find the largest and the smallest', () => {
    expect([argMax(level), argMin(level, 1, 9), argMax([Number.NaN, 1, 2])]).toEqual([3, 1, 2])
  })

  it('separate peaks where the level falls below their floor', () => {
    const whole = { from: 1, to: 9 }
    const found = peaksIn(level, whole, whole, top => 0.6 * top)
    expect(found).toEqual([
      { from: 2, to: 5, peak: 3 },
      { from: 6, to: 8, peak: 7 },
    ])
    expect(peaksIn(level, whole, whole, () => 0.5)).toEqual([{ from: 1, to: 9, peak: 3 }])
  })

  it("of any signal don't overlap and stay within their bounds", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 40 }), list => {
        const bounds = { from: 0, to: list.length }
        const found = peaksIn(list, bounds, bounds, top => 0.6 * top).sort((a, b) => a.from - b.from)
        for (const [i, { from, to, peak }] of found.entries()) {
          expect(from).toBeLessThanOrEqual(peak)
          expect(peak).toBeLessThan(to)
          expect(to).toBeLessThanOrEqual(found[i + 1]?.from ?? list.length)
        }
      }),
    )
  })
})
